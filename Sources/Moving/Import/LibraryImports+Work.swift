internal import CSV
internal import Deadwax
internal import Log
internal import Secrets
internal import Storage

extension LibraryImports {
  /// Reads a file and plans its lines.
  ///
  /// - Parameters:
  ///   - session: the import.
  ///   - choosesFields: true to find the fields by the names of the columns.
  func check(_ session: ImportSession, choosesFields: Bool) {
    do {
      try outline(session, choosesFields: choosesFields)
      let (lines, digest): ([ImportLine], String) = try database.read { reading in
        try self.plan(session, in: reading, { (_: [ImportWrite]) in })
      }
      session.update { (state: inout ImportSession.State) in
        (state.lines, state.plan, state.phase) = (lines, digest, .ready)
      }
    } catch {
      fail(session, error, as: .damaged)
    }
  }

  /// Writes the records of an import.
  func apply(_ session: ImportSession, plan expected: String, by: String?) {
    do {
      try surroundings.prepare()
      let change: Change.ID? = try database.write { [self] (transaction: WriteTransaction) throws -> Change.ID? in
        var writer = ImportWriter(transaction)
        let (_, digest): ([ImportLine], String) = try self.plan(session, in: transaction) { (writes: [ImportWrite]) in
          try writer.write(writes)
        }
        // The library has changed since the person saw the plan, and with it what the import would do.
        guard digest == expected else { throw MovingError.planChanged }
        let change = try transaction.recordChange(.imported, by: by, reason: session.table.rawValue)
        transaction.afterCommit(surroundings.published)
        if writer.wantsLookup { transaction.afterCommit(surroundings.lookupWanted) }
        return change?.id
      }
      session.update { (state: inout ImportSession.State) in (state.change, state.phase) = (change, .applied) }
    } catch {
      fail(session, error, as: .failed)
    }
  }

  private func fail(_ session: ImportSession, _ error: any Error, as phase: LibraryImport.Phase) {
    let fault: MovingError
    if let known = error as? MovingError {
      fault = known
    } else if let storage = error as? StorageError, storage.kind == .full {
      fault = .diskFull
    } else {
      logger.error("an import was not \(phase == .failed ? "written" : "read"): \(error)")
      fault = .unavailable("\(error)")
    }
    session.update { (state: inout ImportSession.State) in
      (state.fault, state.phase) = (fault, phase)
      // The plan has to be made again.
      if fault == .planChanged { state.plan = nil }
    }
  }

  /// Reads the whole file once: its names, its first lines, and the facts about all lines that the first one needs.
  private func outline(_ session: ImportSession, choosesFields: Bool) throws {
    let dialect = session.update { $0.dialect }
    var (names, samples): ([String]?, [[String]]) = (nil, [])
    var (program, fields) = session.update { ($0.program, $0.fields) }
    var (count, highest) = (0, 0)
    var (slots, shared): (Set<PlannedPlaces.SlotName>, Set<PlannedPlaces.SlotName>) = ([], [])
    try session.file.forEach(dialect, progress: { try note($0 / 2, session) }) { record in
      guard names != nil else {
        let columns = record.fields
        names = columns
        if choosesFields || fields.count != columns.count {
          program = ImportDialect(columns: columns, of: session.table)
          fields = program.fields(for: columns, of: session.table)
        }
        return
      }
      count += 1
      guard count <= Self.lineLimit else { throw MovingError.tooManyLines }
      if samples.count < 3 { samples.append(record.fields.map { String($0.prefix(80)) }) }
      let row = ImportRow(record, fields: fields, isExact: program == .deadwax)
      if let number = row[.number].flatMap({ Int($0.trimmed) }), number < 1_000_000_000 {
        highest = max(highest, number)
      }
      let text = ImportText(row: row, isExact: true, today: CivilDate(daysSince1970: 0))
      if let number = row[.slot].flatMap({ Int($0.trimmed) }), let path = try? CopyLine.path(text), !path.isEmpty {
        let slot = PlannedPlaces.SlotName(path, number)
        if !slots.insert(slot).inserted { shared.insert(slot) }
      }
    }
    guard let names else { throw MovingError.emptyFile }
    session.update { (state: inout ImportSession.State) in
      (state.columns, state.samples, state.program, state.fields) = (names, samples, program, fields)
      (state.highestNumber, state.sharedSlots) = (highest, shared)
    }
  }

  /// Plans all lines over the records, and passes on what each writes.
  ///
  /// - Returns: the lines, and the digest of the plan.
  private func plan(
    _ session: ImportSession, in records: some Queryable, _ body: ([ImportWrite]) throws -> Void
  ) throws -> ([ImportLine], String) {
    let (dialect, fields, outline) = session.update { state in
      (
        state.dialect, state.fields,
        CopyPlanner.Outline(
          highestNumber: state.highestNumber, sharedSlots: state.sharedSlots, fields: state.fields,
          dialect: state.program)
      )
    }
    var planner: any ImportPlanner =
      switch session.table {
      case .copies: try CopyPlanner(outline, in: records)
      case .borrowers: try BorrowerPlanner(isExact: outline.dialect == .deadwax, in: records)
      case .loans: try LoanPlanner(isExact: outline.dialect == .deadwax, in: records)
      }
    var digest = SHA256Parts()
    var lines: [ImportLine] = []
    var columns: Int?
    let isApplying = session.update { $0.phase == .applying }
    try session.file.forEach(
      dialect, progress: { try note(isApplying ? $0 : (session.file.count + $0) / 2, session) }
    ) { record in
      guard let expected = columns else { return columns = record.count }
      guard goesOn else { throw MovingError.stopped }
      let row = ImportRow(record, fields: fields, isExact: outline.dialect == .deadwax)
      // A short line lacks empty fields at its end, as some programs write it. A long one has lost a quote.
      let (line, writes) =
        record.count > expected
        ? (Self.refused(row, "\(record.count) > \(expected)"), []) : try planner.plan(row, in: records)
      var text = line.digestText
      text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
      lines.append(line)
      try body(writes)
    }
    return (lines, digest.hexadecimal)
  }

  private static func refused(_ row: ImportRow, _ counts: String) -> ImportLine {
    ImportLine(
      line: row.line, fate: .refused, subject: row.subject, addsRelease: false, differences: [],
      refusal: ImportRefusal(.fieldCount, nil, value: counts))
  }

  /// Notes the progress, and ends the work if the hub stops.
  private func note(_ bytes: Int, _ session: ImportSession) throws {
    guard goesOn else { throw MovingError.stopped }
    session.update { (state: inout ImportSession.State) in state.doneBytes = bytes }
  }
}
