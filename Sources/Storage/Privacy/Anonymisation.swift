package import Deadwax

extension Database {
  /// Removes borrowers from all records older than a time. This applies to ended loans and holds, settled fees and
  /// sessions. It also applies to the rows of the history, to card numbers in scans, and to entries of offline
  /// stations. Older rows of the recording are deleted. A loan with an unpaid fee is not changed until the fee is paid,
  /// nor is a journal entry that staff have not dealt with yet.
  ///
  /// The work is done in many small writes, so the stations are not blocked. The call returns when all is done. After
  /// an interruption, the next call continues.
  ///
  /// - Parameter time: the time before which records are anonymised.
  /// - Returns: the numbers of rows changed.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func anonymise(before time: Timestamp) throws -> AnonymisationCounts {
    var counts = AnonymisationCounts()
    let sweep = AnonymisationSweep(database: self, time: time)
    counts.loans = try sweep.repeated(
      """
      UPDATE loan SET borrower_id = NULL, anonymised_at = ?2, version = version + 1 WHERE id IN (
        SELECT l.id FROM loan l WHERE l.returned_at IS NOT NULL AND l.borrower_id IS NOT NULL AND l.returned_at < ?1
          AND NOT EXISTS (SELECT 1 FROM fee f WHERE f.loan_id = l.id AND f.settled_at IS NULL)
        LIMIT \(AnonymisationSweep.slice))
      """)
    counts.holds = try sweep.repeated(
      """
      UPDATE hold SET borrower_id = NULL, version = version + 1 WHERE id IN (
        SELECT id FROM hold WHERE closed_at IS NOT NULL AND borrower_id IS NOT NULL AND closed_at < ?1
        LIMIT \(AnonymisationSweep.slice))
      """)
    counts.fees = try sweep.repeated(
      """
      UPDATE fee SET borrower_id = NULL, note = NULL, version = version + 1 WHERE id IN (
        SELECT id FROM fee WHERE settled_at IS NOT NULL AND borrower_id IS NOT NULL AND settled_at < ?1
        LIMIT \(AnonymisationSweep.slice))
      """)
    counts.sessions = try sweep.repeated(
      """
      UPDATE session SET borrower_id = NULL WHERE id IN (
        SELECT id FROM session WHERE borrower_id IS NOT NULL AND began_at < ?1 AND ended_at IS NOT NULL
        LIMIT \(AnonymisationSweep.slice))
      """)
    counts.changes = try sweep.changes()
    counts.recorded = try sweep.repeated(
      """
      DELETE FROM recording WHERE sequence IN (
        SELECT sequence FROM recording WHERE at < ?1 LIMIT \(AnonymisationSweep.slice))
      """)
    counts.scans = try sweep.scans()
    counts.offline = try sweep.offline()
    if counts.total > 0 {
      try write { _ = try $0.recordForgetting(.anonymise, station: nil, by: nil) }
      try emptyLog()
    }
    try payLog()
    return counts
  }
}
