internal import Glibc
internal import Threads

extension Database {
  /// Copies the whole log into the database and empties its file, so that overwritten or deleted data can no longer be
  /// read in it. Waits at most 30 seconds for reads that began earlier. The stations are not blocked meanwhile.
  ///
  /// - Returns: true if the log is empty. Otherwise the work is pending, and the next call of `payLog` tries again.
  /// - Throws: a `StorageError` if the log cannot be copied.
  @discardableResult
  package func emptyLog(attempts: Int = Database.attempts) throws -> Bool {
    owesLog.withLock { $0 = true }
    for attempt in 0..<attempts {
      if attempt > 0 { usleep(100_000) }
      guard try tryToEmptyLog() else { continue }
      owesLog.withLock { $0 = false }
      return true
    }
    return false
  }

  /// Empties the log if an earlier call of `emptyLog` did not complete.
  package func payLog() throws {
    if owesLog.withLock({ $0 }) { try emptyLog() }
  }

  package static let attempts = 300
}
