internal import Deadwax
internal import Execution
internal import ForeignFiles
internal import Lending
internal import Log
internal import Storage

extension LibraryMerges {
  /// Makes a database with the present schema of what arrived.
  ///
  /// - Returns: the ids of the records that have none of their own.
  func makeCopy(of session: MergeSession) throws -> Set<String> {
    switch session.kind {
    case .archive:
      let unpacking = ArchiveUnpacking(
        migrations: Migration.all, program: program, now: .now(), logger: logger,
        goesOn: { [self] in mayGoOn(session) })
      _ = try unpacking.make(session.file.path, in: session.folder, hasFiles: true) { _, _ in }
      try checkWhole(session)
      return []
    case .database:
      try copyDatabase(of: session)
      return try readDatabase(of: session)
    case .json:
      let bytes = try document(session)
      if let notes = try notes(bytes) { return try take(notes, of: session) }
      let nameless = try JSONLibrary(bytes, now: .now(), logger: logger).make(at: session.database)
      try checkWhole(session)
      return nameless
    case .propertyList:
      let lists: [(name: String?, bytes: [UInt8])] =
        try session.file.isZIP() ? propertyLists(of: session) : [(nil, document(session))]
      do {
        return try take(
          try ForeignLibrary(propertyLists: lists, now: .now(), lending: try lending()), of: session)
      } catch let error as ForeignFileError {
        throw MovingError(error)
      }
    }
  }

  /// Returns the bytes of a document, which is read whole.
  private func document(_ session: MergeSession) throws -> [UInt8] {
    guard session.file.count <= Self.jsonLimit else {
      throw fault("The document has more than \(Self.jsonLimit >> 20) MiB.")
    }
    var bytes: [UInt8] = []
    try session.file.forEachPart { bytes += $0 }
    return bytes
  }

  /// Returns the notes of a program in a JSON document; nil for the tables of a library.
  private func notes(_ bytes: [UInt8]) throws -> ForeignLibrary? {
    do {
      return try ForeignLibrary(json: bytes, now: .now(), lending: try lending())
    } catch let error as ForeignFileError {
      throw MovingError(error)
    }
  }

  /// Returns the rules of lending of the library, by which a loan without a due time is due.
  private func lending() throws -> LendingPolicy {
    LendingPolicy(library: try database.read { [policies] in try policies.library(in: $0) }, station: StationPolicy())
  }

  /// Makes a database of the records of another program.
  private func take(_ library: ForeignLibrary, of session: MergeSession) throws -> Set<String> {
    session.update { state in
      (state.origin, state.leftOut, state.recents, state.notes) = (
        library.origin, library.leftOut, library.recents, library.notes
      )
    }
    let more = try JSONLibrary(rows: library.rows, now: .now(), logger: logger).make(at: session.database)
    try checkWhole(session)
    return library.nameless.union(more)
  }

  // MARK: databases

  /// Copies the database to `session.original`, and its log beside it if it came in a ZIP file.
  private func copyDatabase(of session: MergeSession) throws {
    if try session.file.isZIP() {
      try unpackDatabase(of: session)
    } else {
      let copy = try StagedFile(session.original)
      try session.file.forEachPart { part in
        guard mayGoOn(session) else { throw MovingError.stopped }
        try copy.append(part)
      }
    }
  }

  /// Reads the copy: the library of a Deadwax is brought up to date, the records of another program are taken over.
  private func readDatabase(of session: MergeSession) throws -> Set<String> {
    let isOurs = try ForeignDatabase.isLibrary(session.original)
    do {
      // The check of a library reads its file as it is.
      if !isOurs || StagedFile.exists(session.original + "-wal") { try ForeignDatabase.foldLog(session.original) }
    } catch let error as StorageError where error.kind == .damaged || error.kind == .failed || error.kind == .mismatch {
      throw fault("The database is damaged: \(error.message).")
    }
    guard !isOurs else {
      try StagedFile.move(session.original, to: session.database)
      try checkWhole(session)
      try LibraryFile.bringUpToDate(session.database, known: Migration.all, now: .now(), logger: logger)
      return []
    }
    let library: ForeignLibrary
    do {
      library = try ForeignLibrary(session.original, now: .now(), lending: try lending()) { [self] in
        mayGoOn(session)
      }
    } catch let error as ForeignFileError {
      throw MovingError(error)
    } catch let error as StorageError where error.kind == .damaged || error.kind == .failed || error.kind == .mismatch {
      throw fault("The database is damaged: \(error.message).")
    }
    return try take(library, of: session)
  }

  private func checkWhole(_ session: MergeSession) throws {
    do {
      _ = try CheckedDatabase(
        at: session.database, known: Migration.all, newestSequence: EventJournal.newestSequence,
        while: { [self] in mayGoOn(session) })
    } catch let error as DatabaseRefused {
      switch error.reason {
      case .newer(let unknown, let newest):
        throw MovingError.newerArchive(
          theirs: "a library with \(unknown.joined(separator: ", "))", ours: "Deadwax \(program), up to \(newest)")
      case .notADatabase: throw fault("It is no library of Deadwax.")
      case .damaged(let finding), .foundDamaged(let finding): throw fault("The library is not whole: \(finding).")
      case .lostTail: throw fault("The library is not whole.")
      }
    }
  }

  func fault(_ sentence: String) -> MovingError {
    .damagedArchive(entry: nil, line: nil, column: nil, sentence)
  }
}

extension MovingError {
  /// - Parameter error: the fault of a file of another program.
  init(_ error: ForeignFileError) {
    self = .damagedArchive(entry: error.place, line: error.line, column: error.column, error.sentence)
  }
}
