internal import CSV
internal import Deadwax
internal import Log
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
      let (preview, sequence) = try database.read { [self] reading in
        (try self.preview(of: session, in: reading, over: 0.5...1), try reading.newestChangeSequence())
      }
      session.update { state in (state.preview, state.sequence, state.phase) = (preview, sequence, .ready) }
    } catch {
      fail(session, error, as: .damaged)
    }
  }

  func fail(_ session: ImportSession, _ error: any Error, as phase: LibraryImport.Phase) {
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
      if fault == .planChanged { state.preview = nil }
    }
  }

  /// Reads the whole file once: its names, its first lines, and the facts about all lines that the first one needs.
  private func outline(_ session: ImportSession, choosesFields: Bool) throws {
    let dialect = session.update { $0.dialect }
    let columns = try session.file.names(dialect)
    guard !columns.isEmpty else { throw MovingError.emptyFile }
    var (program, fields, isSaved) = session.update { ($0.program, $0.fields, $0.isMappingSaved) }
    if choosesFields || fields.count != columns.count {
      let chosen = session.update { $0.chosenProgram }
      let saved = chosen == nil ? try savedMapping(for: columns, of: session.table) : nil
      let mapping = saved ?? ImportMapping(guessedFor: columns, of: session.table, program: chosen)
      (program, fields, isSaved) = (mapping.program, mapping.fields, saved != nil)
    }
    let coverIndex = fields.firstIndex(of: .cover)
    var samples: [[String]] = []
    var (count, highest) = (-1, 0)
    var (slots, shared): (Set<PlannedPlaces.SlotName>, Set<PlannedPlaces.SlotName>) = ([], [])
    try session.file.forEach(
      dialect, hasCovers: coverIndex != nil, progress: { try note(0.5 * Double($0), session) }
    ) { record in
      guard count >= 0 else { return count = 0 }
      if coverIndex != nil { try Self.check(record, except: coverIndex) }
      count += 1
      guard count <= Self.lineLimit else { throw MovingError.tooManyLines }
      if samples.count < 3 { samples.append(record.fields.map { String($0.prefix(80)) }) }
      guard fields.contains(.number) || fields.contains(.slot) else { return }
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
    session.update { (state: inout ImportSession.State) in
      (state.columns, state.samples, state.program, state.fields) = (columns, samples, program, fields)
      state.isMappingSaved = isSaved
      (state.highestNumber, state.sharedSlots) = (highest, shared)
    }
  }

  /// Returns what a person has chosen for an earlier file with the same columns; nil for nothing.
  private func savedMapping(for columns: [String], of table: ExportTable) throws -> ImportMapping? {
    let fingerprint = ImportMapping.fingerprint(of: columns, table: table)
    return try database.read { try $0.importMapping(fingerprint) }
      .flatMap { ImportMapping($0, of: table, columnCount: columns.count) }
  }

  /// Stores the mapping of an applied import for the next file with the same columns. One that the names of the columns give
  /// is not stored.
  func saveMapping(of session: ImportSession) {
    let (columns, program, fields) = session.update { ($0.columns, $0.program, $0.fields) }
    let fingerprint = ImportMapping.fingerprint(of: columns, table: session.table)
    var mapping = ImportMapping(guessedFor: columns, of: session.table, program: nil)
    let isGuessed = mapping.program == program && mapping.fields == fields
    (mapping.program, mapping.fields) = (program, fields)
    do {
      try database.write { [mapping] transaction in
        if isGuessed {
          try transaction.removeImportMapping(fingerprint)
        } else {
          try transaction.store(mapping.record(fingerprint))
        }
      }
    } catch {
      // The records are imported. Only the next file has to be mapped again.
      logger.warning("the fields of an import were not stored for the next file: \(error)")
    }
  }

  /// Plans all lines over the records.
  ///
  /// - Parameters:
  ///   - session: the import.
  ///   - records: the library.
  ///   - share: the part of the progress that this is.
  /// - Returns: the lines.
  /// - Throws: a `MovingError` or a `StorageError`.
  func preview(
    of session: ImportSession, in records: some Queryable, over share: ClosedRange<Double>
  ) throws -> ImportPreview {
    var planner = try planner(of: session, in: records)
    var preview = try ImportPreview.Writing(in: folder)
    var coverLines: Set<Int> = []
    try forEachRecord(of: session, over: share, storing: []) { record in
      let (line, writes) = try planner.plan(record, in: records)
      if writes.contains(where: \.isCover) { coverLines.insert(line.line) }
      try preview.add(line)
    }
    session.update { (state: inout ImportSession.State) in state.coverLines = coverLines }
    return try preview.finish()
  }

  /// Returns the planner of a file's lines.
  func planner(of session: ImportSession, in records: some Queryable) throws -> any ImportPlanner {
    let outline = session.update { state in
      CopyPlanner.Outline(
        highestNumber: state.highestNumber, sharedSlots: state.sharedSlots, fields: state.fields,
        dialect: state.program, folder: folder)
    }
    return switch session.table {
    case .copies: try CopyPlanner(outline, in: records)
    case .borrowers: try BorrowerPlanner(isExact: outline.dialect == .deadwax, in: records)
    case .loans: try LoanPlanner(isExact: outline.dialect == .deadwax, in: records)
    }
  }

  /// Reads the lines below the names of the columns.
  ///
  /// - Parameters:
  ///   - session: the import.
  ///   - share: the part of the progress that this is.
  ///   - covers: the numbers of the lines whose cover is stored, before the line is passed on.
  ///   - body: receives each line.
  /// - Throws: a `MovingError`, or the error of `body`.
  func forEachRecord(
    of session: ImportSession, over share: ClosedRange<Double>, storing covers: Set<Int>,
    _ body: (ImportRecord) throws -> Void
  ) throws {
    let (dialect, fields, program) = session.update { ($0.dialect, $0.fields, $0.program) }
    let (start, width) = (share.lowerBound * Double(session.file.count), share.upperBound - share.lowerBound)
    let coverIndex = fields.firstIndex(of: .cover)
    var columns: Int?
    try session.file.forEach(
      dialect, hasCovers: coverIndex != nil, progress: { try note(start + width * Double($0), session) }
    ) { record in
      guard let expected = columns else { return columns = record.count }
      guard goesOn else { throw MovingError.stopped }
      // A short line lacks empty fields at its end, as some programs write it. A long one has lost a quote.
      var refusal: ImportRefusal? =
        record.count > expected
        ? ImportRefusal(.fieldCount, nil, value: "\(record.count) > \(expected)") : nil
      var row = ImportRow(record, fields: fields, isExact: program == .deadwax)
      if let coverIndex, coverIndex < record.count, refusal == nil {
        do {
          row.cover = try cover(record[coverIndex].trimmed, isStored: covers.contains(row.line))
        } catch let error as ImportRefusal {
          refusal = error
        }
      }
      try body(ImportRecord(row: row, refusal: refusal))
    }
  }

  /// Notes the progress, and ends the work if the hub stops.
  private func note(_ bytes: Double, _ session: ImportSession) throws {
    guard goesOn else { throw MovingError.stopped }
    session.update { (state: inout ImportSession.State) in state.doneBytes = Int(bytes) }
  }
}
