internal import CSV
internal import Deadwax
package import Log
package import Storage
internal import Threads

/// Imports tables into the library: a file arrives, is compared with the library, and is written as one change.
///
/// Until a person applies it, an import changes nothing. The records are written in short transactions, so that a write at
/// the counter does not wait, and are one change, which can be undone. An import whose plan is no longer the one that the
/// person saw, or that ends early, is taken back.
package final class LibraryImports: Sendable {
  /// The largest file, in bytes.
  package static let sizeLimit = 512 << 20
  /// The most lines of a file.
  package static let lineLimit = 1_000_000
  /// The number of imports that are open at the same time; the one that waits longest gives way.
  private static let openLimit = 3

  /// The functions that imports need of the hub.
  package struct Surroundings: Sendable {
    /// Makes sure that there is a young backup, or throws.
    package var prepare: @Sendable () throws -> Void
    /// Called after each commit that published an event; must not block.
    package var published: @Sendable () -> Void
    /// Called in the same way after a commit that queued a look-up.
    package var lookupWanted: @Sendable () -> Void
    /// Checks and stores covers, as those that people send.
    package var covers: ImportCover.Storing
    /// Performs work that writes a change in parts, while no other one is written. What the work leaves open is taken
    /// back. The work receives a function that returns false once the hub is stopping.
    package var inParts: @Sendable (_ work: @escaping @Sendable (_ goesOn: () -> Bool) -> Void) throws -> Void

    package init(
      prepare: @escaping @Sendable () throws -> Void, published: @escaping @Sendable () -> Void,
      lookupWanted: @escaping @Sendable () -> Void, covers: ImportCover.Storing,
      inParts: @escaping @Sendable (@escaping @Sendable (() -> Bool) -> Void) throws -> Void
    ) {
      (self.prepare, self.published) = (prepare, published)
      (self.lookupWanted, self.covers, self.inParts) = (lookupWanted, covers, inParts)
    }
  }

  let database: Database
  let surroundings: Surroundings
  let logger: Logger
  let folder: String
  private let sessions = Locked<[ImportSession]>([])
  private let lane = SerialQueue("imports")

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - folder: a folder on whose disk a file has space.
  ///   - surroundings: the functions of the hub.
  ///   - logger: the logger for the operator.
  package init(database: Database, folder: String, surroundings: Surroundings, logger: Logger) {
    (self.database, self.folder, self.surroundings, self.logger) = (database, folder, surroundings, logger)
  }

  /// Opens the receiver of a file.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  package func receive() throws(MovingError) -> ImportUpload { try ImportUpload(in: folder) }

  /// Returns a file that is in memory already.
  ///
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  package func received(_ bytes: [UInt8]) throws(MovingError) -> ImportUpload {
    let upload = try receive()
    bytes.withUnsafeBytes { upload.take($0) }
    return upload
  }

  /// Begins an import, and compares its lines with the library in the background.
  ///
  /// - Parameters:
  ///   - upload: the file.
  ///   - table: the kind of its records; nil to recognise it by the names of the columns.
  ///   - id: the id of the import; a new one if nil. An existing one with this id is returned.
  /// - Returns: the import.
  /// - Throws: `MovingError.emptyFile`, `.diskFull` or `.unavailable`.
  package func begin(_ upload: ImportUpload, as table: ExportTable?, id: LibraryImport.ID?) throws(MovingError)
    -> LibraryImport
  {
    if let id, let known = try? session(id) { return known.view }
    let file = try upload.finish()
    // A damaged file has no names that can be read, and the check says where it is damaged.
    let recognised = ExportTable(recognisedBy: (try? file.names(file.dialect)) ?? [])
    let session = ImportSession(id: id ?? .new(at: .now()), table: table ?? recognised, file: file)
    sessions.withLock { $0.open(session, atMost: Self.openLimit) }
    try work { imports in imports.check(session, choosesFields: true) }
    return session.view
  }

  /// Returns the open imports, the oldest first.
  package func all() -> [LibraryImport] { sessions.withLock { $0 }.map(\.view) }

  /// Returns an import.
  ///
  /// - Throws: `MovingError.noSuchImport`.
  package func view(_ id: LibraryImport.ID) throws(MovingError) -> LibraryImport { try session(id).view }

  /// Changes how a file is read, and compares its lines with the library again.
  ///
  /// - Parameters:
  ///   - id: the import.
  ///   - encoding: the word of an encoding; nil to leave it.
  ///   - delimiter: the word of a delimiter; nil to leave it.
  ///   - program: the word of the program that the file is of, by which the fields are found again; nil to leave it.
  ///   - fields: the field of each column, nil in it for a column that is left out; nil to leave them.
  /// - Returns: the import.
  /// - Throws: `MovingError`.
  package func change(
    _ id: LibraryImport.ID, encoding: String?, delimiter: String?, program: String?, fields: [String?]?
  ) throws(MovingError) -> LibraryImport {
    let session = try session(id)
    let chosenEncoding = encoding.map { CSVEncoding(word: $0) }
    if case .some(nil) = chosenEncoding { throw .badWord("encoding", CSVEncoding.allCases.map(\.word)) }
    let chosenDelimiter = delimiter.map { word in CSVDelimiter.allCases.first { $0.name == word } }
    if case .some(nil) = chosenDelimiter { throw .badWord("delimiter", CSVDelimiter.allCases.map(\.name)) }
    let chosenProgram = program.map { ImportDialect(rawValue: $0) }
    if case .some(nil) = chosenProgram { throw .badWord("program", ImportDialect.allCases.map(\.rawValue)) }
    let chosen = try fields.map { fields throws(MovingError) in
      try Self.fields(fields, for: session.update { $0.columns }, of: session.table)
    }
    try session.begin(.checking, from: [.ready, .damaged, .failed])
    session.update { state in
      if let chosenEncoding, let chosenEncoding { state.dialect.encoding = chosenEncoding }
      if let chosenDelimiter, let chosenDelimiter { state.dialect.delimiter = chosenDelimiter }
      if let chosenProgram, let chosenProgram {
        (state.chosenProgram, state.program) = (chosenProgram, chosenProgram)
      }
      if let chosen { (state.fields, state.isMappingSaved) = (chosen, false) }
      state.preview = nil
    }
    let isRead = chosenEncoding != nil || chosenDelimiter != nil || chosenProgram != nil
    try work { imports in imports.check(session, choosesFields: isRead && chosen == nil) }
    return session.view
  }

  /// Returns lines of a plan, in the order of the file.
  ///
  /// - Parameters:
  ///   - id: the import.
  ///   - fate: the fate of the lines; nil for all.
  ///   - line: the number of the last line of the page before; nil for the first page.
  ///   - limit: the largest number of lines.
  /// - Returns: the lines, the number of all lines with this fate, and whether more follow.
  /// - Throws: `MovingError.noSuchImport` or `.wrongPhase`.
  package func lines(
    of id: LibraryImport.ID, fate: ImportLine.Fate?, after line: Int?, limit: Int
  ) throws(MovingError) -> (lines: [ImportLine], total: Int, hasMore: Bool) {
    try session(id).update { state throws(MovingError) in
      guard let preview = state.preview else { throw .wrongPhase(state.phase) }
      let page = try preview.lines(fate, after: line, limit: limit)
      return (page.lines, fate.map { preview.counts[$0] ?? 0 } ?? preview.count, page.hasMore)
    }
  }

  /// Writes the records of an import in the background, as one change.
  ///
  /// - Parameters:
  ///   - id: the import.
  ///   - plan: the digest of the plan that the person saw.
  ///   - skipsRefused: true to leave out the lines that are refused.
  ///   - by: the person or program that makes the change.
  /// - Returns: the import.
  /// - Throws: `MovingError.planChanged`, `.linesRefused`, `.nothingToImport` or `.wrongPhase`.
  package func apply(
    _ id: LibraryImport.ID, plan: String, skipsRefused: Bool, by: String?
  ) throws(MovingError) -> LibraryImport {
    let session = try session(id)
    let isDone = try session.update { state throws(MovingError) in
      guard let known = state.preview else { throw .wrongPhase(state.phase) }
      if [.applying, .applied].contains(state.phase), known.digest == plan { return true }
      guard known.digest == plan else { throw .planChanged }
      let refused = known.counts[.refused] ?? 0
      guard refused == 0 || skipsRefused else { throw .linesRefused(refused) }
      guard known.counts[.add] != nil || known.counts[.change] != nil else { throw .nothingToImport }
      return false
    }
    if isDone { return session.view }
    try session.begin(.applying, from: [.ready, .failed])
    do {
      try surroundings.inParts { [self] goesOn in apply(session, plan: plan, by: by, while: goesOn) }
    } catch {
      fail(session, MovingError.stopped, as: .failed)
      throw .stopped
    }
    return session.view
  }

  /// Ends an import that has not begun to write. What was written stays.
  ///
  /// - Throws: `MovingError.noSuchImport` or `.wrongPhase`.
  package func remove(_ id: LibraryImport.ID) throws(MovingError) {
    let session = try session(id)
    try session.update { state throws(MovingError) in
      if state.phase.isUnderWay { throw .wrongPhase(state.phase) }
    }
    sessions.withLock { $0.removeAll { $0.id == id } }
  }

  /// Ends what is under way. An import that is being written stays open, and the next start takes it back. Call it before
  /// the database is closed.
  package func stop() { lane.stop() }

  /// Waits until the work that was queued has ended.
  package func settle() {
    lane.settle()
    let isReached = Latch()
    if (try? surroundings.inParts { _ in isReached.raise() }) != nil { isReached.wait() }
  }

  var goesOn: Bool { !lane.isStopping }

  private func session(_ id: LibraryImport.ID) throws(MovingError) -> ImportSession {
    guard let found = sessions.withLock({ $0.first { $0.id == id } }) else { throw .noSuchImport }
    return found
  }

  private func work(_ body: @escaping @Sendable (LibraryImports) -> Void) throws(MovingError) {
    guard lane.add({ [self] in body(self) }) else { throw .stopped }
  }

  private static func fields(
    _ words: [String?], for columns: [String], of table: ExportTable
  ) throws(MovingError) -> [ImportField?] {
    let known = ImportField.all(of: table)
    guard words.count == columns.count else {
      throw .wrongColumnCount(fields: words.count, columns: columns.count)
    }
    var used: Set<ImportField> = []
    var fields: [ImportField?] = []
    for word in words {
      guard let word else {
        fields.append(nil)
        continue
      }
      guard let field = known.first(where: { $0.rawValue == word }) else {
        throw .wrongFields("There is no field '\(word)'.")
      }
      guard used.insert(field).inserted else { throw .wrongFields("The field '\(word)' has two columns.") }
      fields.append(field)
    }
    return fields
  }
}
