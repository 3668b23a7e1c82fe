package import Deadwax

/// The hash of a borrower's PIN, and the number of wrong attempts since the last correct one or the last lock.
package struct PINAttempts: Hashable, Sendable {
  package var hash: String
  package var failures: Int
  package var lockedUntil: Timestamp?
}

extension Queryable {
  /// Returns the PIN record of a borrower, or nil if the borrower has no PIN.
  package func pin(of borrower: Borrower.ID) throws -> PINAttempts? {
    try first("SELECT hash, failures, locked_until FROM pin WHERE borrower_id = ?1", borrower) { row in
      PINAttempts(
        hash: try row.text(0), failures: Int(try row.integer(1)), lockedUntil: try row.optionalTime(2))
    }
  }
}

extension WriteTransaction {
  /// Sets the hash of a PIN and resets the wrong attempts. Nil removes the PIN. This is not recorded as a change and
  /// cannot be undone.
  package func setPIN(_ hash: String?, of borrower: Borrower.ID) throws {
    guard let hash else {
      try run("DELETE FROM pin WHERE borrower_id = ?1", borrower)
      return
    }
    try run(
      """
      INSERT INTO pin (borrower_id, hash, set_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (borrower_id) DO UPDATE SET hash = ?2, failures = 0, locked_until = NULL, set_at = ?3
      """, borrower, hash, now)
  }

  /// Counts a wrong PIN.
  ///
  /// - Parameters:
  ///   - borrower: the borrower.
  ///   - tries: the number of consecutive wrong attempts after which the PIN is locked.
  ///   - lock: the duration of the lock.
  /// - Returns: the end of the lock, nil if the PIN is not locked.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func notePINFailure(
    of borrower: Borrower.ID, tries: Int, lock: Duration
  ) throws -> Timestamp? {
    try run(
      """
      UPDATE pin SET failures = (failures + 1) % max(1, ?2),
        locked_until = CASE WHEN failures + 1 >= ?2 THEN ?3 ELSE locked_until END
      WHERE borrower_id = ?1
      """, borrower, tries, now + lock)
    return try pin(of: borrower)?.lockedUntil.flatMap { $0 > now ? $0 : nil }
  }

  /// Resets the wrong attempts and the lock after a correct PIN.
  package func notePINSuccess(of borrower: Borrower.ID) throws {
    try run(
      "UPDATE pin SET failures = 0, locked_until = NULL WHERE borrower_id = ?1 AND (failures > 0 OR locked_until > 0)",
      borrower)
  }
}
