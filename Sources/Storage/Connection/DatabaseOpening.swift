internal import Deadwax
internal import Glibc
internal import Log

/// The way from a path to a database that is known to be good, or to a refusal that changed nothing.
struct DatabaseOpening {
  let file: DatabaseFile
  let migrations: [Migration]
  let newestSequence: String?
  let acceptLoss: Bool
  let logger: Logger

  /// - Returns: the writing connection, with the schema up to date, and the mark, locked.
  func open(now: Timestamp) throws -> (Connection, AcknowledgedMark) {
    // The lock first: reading the header of a file that this process has open would drop SQLite's locks on it.
    var mark = try AcknowledgedMark(path: file.markPath, creating: false)
    var content = try acceptedContent()
    if mark == nil {
      // Not before: nothing is put beside a file that is not ours.
      mark = try AcknowledgedMark(path: file.markPath, creating: true)
      // Until now another program could still have made the database.
      content = try acceptedContent()
    }
    guard let mark else { preconditionFailure("the mark was not created") }
    if mark.wasUnreadable {
      logger.warning("the last acknowledged sequence in \(file.markPath) cannot be read; it is written anew")
    }
    return (try open(content, mark, now), mark)
  }

  private func acceptedContent() throws -> DatabaseFile.Content {
    let content = try file.content()
    if case .refused(let reason) = content { throw DatabaseRefused(path: file.path, reason: reason) }
    return content
  }

  private func open(_ content: DatabaseFile.Content, _ mark: AcknowledgedMark, _ now: Timestamp) throws -> Connection {
    var applied: Set<String> = []
    if case .ours = content {
      let examination = try Examination(
        of: file, known: migrations, newestSequence: newestSequence, logger: logger)
      if let inside = examination.newestSequence { try compare(mark, inside: inside) }
      applied = examination.applied
    } else {
      // A database that was there once must not be taken for one that never was.
      if newestSequence != nil { try compare(mark, inside: 0) }
      try file.create()
      logger.info("a new database was made at \(file.path)")
    }
    let connection = try Connection(path: file.path, access: .writing)
    try connection.useWriteAheadLog()
    try connection.migrate(migrations, applied: applied, now: now.milliseconds, logger: logger)
    if let newestSequence {
      let inside = try connection.newestSequence(newestSequence)
      try compare(mark, inside: inside)
      if mark.sequence != inside { try mark.set(inside) }
    }
    return connection
  }

  private func compare(_ mark: AcknowledgedMark, inside: Int64) throws {
    guard let outside = mark.sequence, inside < outside else { return }
    guard acceptLoss else {
      throw DatabaseRefused(path: file.path, reason: .lostTail(outside: outside, inside: inside))
    }
    logger.warning("the database \(file.path) ends at \(inside), \(outside) was promised; the loss is accepted")
  }
}
