internal import Deadwax
internal import Glibc
internal import Log

/// The steps that open a database: they end with a database that is known to be good, or with a refusal that changed
/// nothing.
struct DatabaseOpening {
  let file: DatabaseFile
  let migrations: [Migration]
  let newestSequence: String?
  let acceptLoss: Bool
  let logger: Logger

  /// The resources that a database holds while it is open.
  struct Opened {
    /// The writing connection. The schema is up to date.
    var connection: DatabaseConnection
    /// The mark, whose file is locked.
    var mark: AcknowledgedMark
    var claim: PathClaim?
    /// True if the log existed before opening, which means that the previous program did not shut down cleanly.
    var hadLog: Bool
  }

  func open(now: Timestamp) throws -> Opened {
    // The claim is first: while another program uses the database that was at this path, nothing is created in its
    // place.
    let claim = try PathClaim(path: file.path)
    let hadLog = DatabaseFile.size(of: file.logPath) != nil
    // The lock is next: reading the header of a file that this process has open would drop SQLite's locks on it.
    var mark = try AcknowledgedMark(path: file.markPath, creating: false)
    var content = try acceptedContent()
    if mark == nil {
      // Only now, because no file is created next to a file of another program.
      mark = try AcknowledgedMark(path: file.markPath, creating: true)
      // Until the mark was locked, another program could still have created the database.
      content = try acceptedContent()
    }
    guard let mark else { preconditionFailure("the mark was not created") }
    if mark.wasUnreadable {
      logger.warning("cannot read the last acknowledged sequence in \(file.markPath); it is written again")
    }
    return Opened(connection: try open(content, mark, now), mark: mark, claim: claim, hadLog: hadLog)
  }

  private func acceptedContent() throws -> DatabaseFile.Content {
    let content = try file.content()
    if case .refused(let reason) = content { throw DatabaseRefused(path: file.path, reason: reason) }
    return content
  }

  private func open(_ content: DatabaseFile.Content, _ mark: AcknowledgedMark, _ now: Timestamp) throws
    -> DatabaseConnection
  {
    var applied: Set<String> = []
    if case .ours = content {
      if let finding = DamageFinding.read(of: file) {
        throw DatabaseRefused(path: file.path, reason: .foundDamaged(finding))
      }
      let examination = try Examination(
        of: file, known: migrations, newestSequence: newestSequence)
      if let inside = examination.newestSequence { try compare(mark, inside: inside) }
      applied = examination.applied
    } else {
      // If a mark names acknowledged changes, a database existed here, and an empty one must not silently replace it.
      if newestSequence != nil { try compare(mark, inside: 0) }
      try file.create()
      logger.info("created a new database at \(file.path)")
    }
    let connection = try DatabaseConnection(path: file.path, access: .writing)
    // If the opening fails after this point, nothing exists yet that digests the copied pages.
    connection.leaveLogWhenClosed(true)
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
    logger.warning("the database \(file.path) ends at \(inside), but \(outside) was acknowledged; the loss is accepted")
  }
}
