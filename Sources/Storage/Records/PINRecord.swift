package import Deadwax

/// A borrower's PIN, as hash, and how often it was typed wrongly since it was right.
package struct PINRecord: Hashable, Sendable {
  package var hash: String
  package var failures: Int
  package var lockedUntil: Timestamp?
}

extension Queryable {
  /// Nil when the borrower has no PIN.
  package func pin(of borrower: Borrower.ID) throws -> PINRecord? {
    try first("SELECT hash, failures, locked_until FROM pin WHERE borrower_id = ?1", borrower) { row in
      PINRecord(
        hash: try row.text(0), failures: Int(try row.integer(1)), lockedUntil: try row.optionalTime(2))
    }
  }
}

extension WriteTransaction {
  /// Sets a PIN, given as its hash, and forgets wrong tries; nil takes it away. It is no change that can be taken back.
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
  ///   - borrower: whose.
  ///   - tries: after how many in a row it is locked.
  ///   - lock: for how long.
  /// - Returns: until when it is locked now; nil while it is not.
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

  /// A right PIN makes the wrong ones before it good.
  package func notePINSuccess(of borrower: Borrower.ID) throws {
    try run(
      "UPDATE pin SET failures = 0, locked_until = NULL WHERE borrower_id = ?1 AND (failures > 0 OR locked_until > 0)",
      borrower)
  }
}
