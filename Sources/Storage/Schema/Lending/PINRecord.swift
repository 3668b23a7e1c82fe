package import Deadwax

/// The hash of a borrower's PIN, and the number of wrong attempts since the last correct one or the last lock.
package struct PINRecord: Hashable, Sendable {
  package var hash: String
  package var failures: Int
  package var lockedUntil: Timestamp?
}

extension Queryable {
  /// Returns the PIN record of a borrower, or nil if the borrower has no PIN.
  package func pin(of borrower: Borrower.ID) throws -> PINRecord? {
    try first("SELECT hash, failures, locked_until FROM pin WHERE borrower_id = ?1", borrower) { row in
      PINRecord(
        hash: try row.text("hash"), failures: Int(try row.integer("failures")),
        lockedUntil: try row.optionalTime("locked_until"))
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

  /// Counts a wrong PIN. A lock restarts the count.
  ///
  /// - Parameters:
  ///   - borrower: the borrower.
  ///   - lock: the end of the lock that this wrong PIN causes; nil if it causes none.
  /// - Throws: a `StorageError`.
  package func notePINFailure(of borrower: Borrower.ID, lockedUntil lock: Timestamp?) throws {
    if let lock {
      try run("UPDATE pin SET failures = 0, locked_until = ?2 WHERE borrower_id = ?1", borrower, lock)
    } else {
      try run("UPDATE pin SET failures = failures + 1 WHERE borrower_id = ?1", borrower)
    }
  }

  /// Resets the wrong attempts and the lock after a correct PIN.
  package func notePINSuccess(of borrower: Borrower.ID) throws {
    try run(
      "UPDATE pin SET failures = 0, locked_until = NULL WHERE borrower_id = ?1 AND (failures > 0 OR locked_until > 0)",
      borrower)
  }
}
