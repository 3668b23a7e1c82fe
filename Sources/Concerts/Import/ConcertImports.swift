internal import Deadwax
package import Log
package import Storage
internal import Threads

/// Imports packages of the concert catalogue: a package arrives, is read and checked, and then replaces the catalogue.
///
/// Until a person applies it, an import changes nothing. All of it is written in one transaction: the catalogue is the one
/// before or the one of the package. What people noted about shows, and the bindings of copies, stay.
package final class ConcertImports: Sendable {
  /// The largest package, in bytes.
  package static let sizeLimit = 256 << 20
  /// The number of imports that are open at the same time; the one that waits longest gives way.
  private static let openLimit = 2

  private let database: Database
  private let folder: String
  private let prepare: @Sendable () throws -> Void
  private let logger: Logger
  private let sessions = Locked<[ConcertImportSession]>([])
  private let lane = SerialQueue("concerts")

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - folder: a folder on whose disk a package has space.
  ///   - prepare: makes sure that there is a young backup, or throws.
  ///   - logger: the logger for the operator.
  package init(
    database: Database, folder: String, prepare: @escaping @Sendable () throws -> Void, logger: Logger
  ) {
    (self.database, self.folder, self.prepare, self.logger) = (database, folder, prepare, logger)
  }

  /// Opens the receiver of a package.
  ///
  /// - Throws: `ConcertError.diskFull` or `.unavailable`.
  package func receive() throws(ConcertError) -> ConcertUpload { try ConcertUpload(in: folder) }

  /// Returns a package that is in memory already.
  ///
  /// - Throws: `ConcertError.diskFull` or `.unavailable`.
  package func received(_ bytes: [UInt8]) throws(ConcertError) -> ConcertUpload {
    let upload = try receive()
    bytes.withUnsafeBytes { upload.take($0) }
    return upload
  }

  /// Begins an import, and reads its package in the background.
  ///
  /// - Parameters:
  ///   - upload: the package.
  ///   - id: the id of the import; a new one if nil. An existing one with this id is returned.
  /// - Returns: the import.
  /// - Throws: `ConcertError.emptyFile`, `.diskFull`, `.unavailable` or `.stopped`.
  package func begin(_ upload: ConcertUpload, id: ConcertImport.ID?) throws(ConcertError) -> ConcertImport {
    if let id, let known = try? session(id) { return known.view }
    let session = ConcertImportSession(id: id ?? .new(at: .now()), file: try upload.finish())
    sessions.withLock { sessions in
      if sessions.count >= Self.openLimit {
        let idle = sessions.filter { $0.update { ![.reading, .writing].contains($0.phase) } }
        let oldest = idle.min { $0.update { $0.touchedAt } < $1.update { $0.touchedAt } }
        sessions.removeAll { $0.id == oldest?.id }
      }
      sessions.append(session)
    }
    guard lane.add({ [self] in read(session) }) else { throw .stopped }
    return session.view
  }

  /// Returns the open imports, the oldest first.
  package func all() -> [ConcertImport] { sessions.withLock { $0 }.map(\.view) }

  /// Returns an import.
  ///
  /// - Throws: `ConcertError.noSuchImport`.
  package func view(_ id: ConcertImport.ID) throws(ConcertError) -> ConcertImport { try session(id).view }

  /// Replaces the catalogue by the package of an import, in the background.
  ///
  /// - Throws: `ConcertError.noSuchImport`, `.wrongPhase` or `.stopped`.
  package func apply(_ id: ConcertImport.ID) throws(ConcertError) -> ConcertImport {
    let session = try session(id)
    if session.update({ [.writing, .done].contains($0.phase) }) { return session.view }
    try session.begin(.writing, from: [.ready, .failed])
    guard lane.add({ [self] in write(session) }) else { throw .stopped }
    return session.view
  }

  /// Ends an import that is not under way. What was written stays.
  ///
  /// - Throws: `ConcertError.noSuchImport` or `.wrongPhase`.
  package func remove(_ id: ConcertImport.ID) throws(ConcertError) {
    let session = try session(id)
    try session.update { state throws(ConcertError) in
      if [.reading, .writing].contains(state.phase) { throw .wrongPhase(state.phase) }
    }
    sessions.withLock { $0.removeAll { $0.id == id } }
  }

  /// Ends what is under way; an import that is being written is rolled back. Call it before the database is closed.
  package func stop() { lane.stop() }

  /// Waits until the work that was queued has ended.
  package func settle() { lane.settle() }

  private func session(_ id: ConcertImport.ID) throws(ConcertError) -> ConcertImportSession {
    guard let found = sessions.withLock({ $0.first { $0.id == id } }) else { throw .noSuchImport }
    return found
  }

  private func read(_ session: ConcertImportSession) {
    do {
      let package = try opened(session)
      session.update { state in
        state.version = package.version
        (state.shows, state.recordings) = (package.shows.count, package.recordings.count)
        (state.collections, state.unnamedRecordings) = (package.collections.count, package.unnamedRecordings)
        state.faults = package.faults.map { ConcertImport.FileFault(file: $0.file, sentence: $0.sentence) }
        state.faultCount = package.faultCount
        (state.processed, state.current, state.phase) = (state.total, "", .ready)
      }
    } catch {
      fail(session, error, as: .damaged)
    }
  }

  /// The package is read again, so that no package waits in the memory for a person.
  private func write(_ session: ConcertImportSession) {
    do {
      let package = try opened(session)
      try prepare()
      let result = try database.write { [self] transaction in
        try ConcertWriter(transaction: transaction) { step, processed, total, current in
          guard !self.lane.isStopping else { throw ConcertError.stopped }
          session.note(step, processed, total, current)
        }.write(package)
      }
      session.update { state in
        (state.removedShows, state.keptShows) = (result.removed, result.kept)
        (state.processed, state.current, state.phase) = (state.total, "", .done)
      }
    } catch {
      fail(session, error, as: .failed)
    }
  }

  private func opened(_ session: ConcertImportSession) throws -> ConcertPackage {
    try ConcertPackage(session.file.path) { step, processed, total, current in
      guard !lane.isStopping else { throw ConcertError.stopped }
      session.note(step, processed, total, current)
    }
  }

  private func fail(_ session: ConcertImportSession, _ error: any Error, as phase: ConcertImport.Phase) {
    let fault: ConcertError
    if let known = error as? ConcertError {
      fault = known
    } else if let storage = error as? StorageError, storage.kind == .full {
      fault = .diskFull
    } else {
      logger.error("a concert package was not \(phase == .failed ? "written" : "read"): \(error)")
      fault = .unavailable("\(error)")
    }
    session.update { state in (state.fault, state.phase) = (fault, phase) }
  }
}
