internal import Deadwax
internal import Execution
internal import ForeignFiles
internal import Lending
internal import Log
internal import Secrets
internal import Storage

extension LibraryMerges {
  /// Makes the copy of the other library, and plans its records.
  func check(_ session: MergeSession) {
    do {
      let nameless = try makeCopy(of: session)
      let other = try LibraryFile(session.database, now: .now())
      if let row = try other.reading.rowAboveItself() {
        throw fault("\(row.table): The row \(row.id) is above itself in its tree.")
      }
      let total = try other.reading.mergedCount()
      session.update { state in (state.nameless, state.total) = (nameless, total) }
      let (records, plan, digest) = try database.read(while: { [self] in mayGoOn(session) }) { reading in
        try self.plan(session, other.reading, into: reading)
      }
      let settings = session.update { $0.notes?.deviceSettings ?? [] }
      let newSettings = try devices.missing(of: settings)
      session.update { state in
        state.newDeviceSettings = newSettings
        (state.records, state.plan, state.files, state.phase) = (records, digest, plan.files, .ready)
      }
    } catch {
      fail(session, error, as: .damaged)
    }
  }

  /// Writes the records of a merge.
  func apply(_ session: MergeSession, plan expected: String, by: String?) {
    do {
      try surroundings.prepare()
      try moveFiles(of: session)
      let settings = session.update { $0.notes?.deviceSettings ?? [] }
      let change: Change.ID? = try database.write { [self] transaction -> Change.ID? in
        let other = try LibraryFile(session.database, now: transaction.now)
        let (_, plan, digest) = try self.plan(session, other.reading, into: transaction)
        // The library has changed since the person saw the plan, and with it what the merge would do.
        guard digest == expected else { throw MovingError.planChanged }
        try transaction.write(plan)
        try self.appendRecents(of: session, in: transaction)
        guard mayGoOn(session) else { throw MovingError.stopped }
        let change = try transaction.recordChange(.imported, by: by, reason: "library")
        if let change {
          try transaction.publishMerged(change)
          transaction.afterCommit(surroundings.published)
        }
        // Last, because a file does not go back with the transaction.
        try devices.add(settings, in: transaction)
        return change?.id
      }
      session.update { state in (state.change, state.phase) = (change, .applied) }
    } catch {
      fail(session, error, as: .failed)
    }
  }

  /// Notes what another program has listed as recent. The list is no part of the history.
  private func appendRecents(of session: MergeSession, in transaction: WriteTransaction) throws {
    let recents = session.update { $0.recents }.compactMap { Release.ID($0) }
    guard !recents.isEmpty else { return }
    try transaction.appendRecents(
      try recents.map { try transaction.release(merged: $0) },
      most: try policies.library(in: transaction).lists.recents)
  }

  func mayGoOn(_ session: MergeSession) -> Bool { goesOn && !session.update { $0.isCancelled } }

  /// Plans all records.
  ///
  /// - Returns: the records with their fates, what is to be written, and the digest of both.
  private func plan(
    _ session: MergeSession, _ other: ReadTransaction, into records: some Queryable
  ) throws -> ([MergedRecord], MergePlan, String) {
    var (merged, digest) = ([MergedRecord](), SHA256Parts())
    var planner = MergePlanner(
      other, into: records, files: try files(of: session, other), nameless: session.update { $0.nameless }
    ) { [self] record in
      guard mayGoOn(session) else { throw MovingError.stopped }
      var text = record.digestText
      text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
      merged.append(record)
      if merged.count.isMultiple(of: 100) { session.update { [count = merged.count] in $0.done = count } }
    }
    let plan = try planner.planned()
    return (merged, plan, digest.hexadecimal)
  }

  /// Returns the digests of the files of attachments that are in the other library's file, or here already.
  private func files(of session: MergeSession, _ other: ReadTransaction) throws -> Set<String> {
    Set(
      try other.attachedFiles().filter { digest in
        StagedFile.exists("\(session.folder)/files/\(digest)") || StagedFile.exists(place(of: digest))
      })
  }

  private func place(of digest: String) -> String { AttachedFile.path(of: digest, in: data) }

  /// Brings the files of new attachments into the library. One that no row names is removed by the housekeeping.
  private func moveFiles(of session: MergeSession) throws {
    for digest in session.update({ $0.files }).sorted() where !StagedFile.exists(place(of: digest)) {
      try StagedFile.makeFolder("\(data)/attachments")
      try StagedFile.makeFolder("\(data)/attachments/\(digest.prefix(2))")
      try StagedFile.move("\(session.folder)/files/\(digest)", to: place(of: digest))
    }
  }

  private func fail(_ session: MergeSession, _ error: any Error, as phase: LibraryImport.Phase) {
    let fault: MovingError
    if let known = error as? MovingError {
      fault = known
    } else if let storage = error as? StorageError, storage.kind == .full {
      fault = .diskFull
    } else if let storage = error as? StorageError, storage.kind == .interrupted {
      fault = .stopped
    } else {
      logger.error("a merge was not \(phase == .failed ? "written" : "read"): \(error)")
      fault = .unavailable("\(error)")
    }
    session.update { state in
      (state.fault, state.phase) = (fault, phase)
      // The plan has to be made again.
      if fault == .planChanged { state.plan = nil }
    }
  }
}
