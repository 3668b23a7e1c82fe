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
    let steps = AnonymisationSteps(database: self, time: time)
    counts.loans = try steps.loans()
    counts.holds = try steps.repeated(
      """
      UPDATE hold SET borrower_id = NULL, version = version + 1 WHERE id IN (
        SELECT id FROM hold WHERE closed_at IS NOT NULL AND borrower_id IS NOT NULL AND closed_at < ?1
        LIMIT \(AnonymisationSteps.slice))
      """)
    counts.fees = try steps.repeated(
      """
      UPDATE fee SET borrower_id = NULL, note = NULL, version = version + 1 WHERE id IN (
        SELECT id FROM fee WHERE settled_at IS NOT NULL AND borrower_id IS NOT NULL AND settled_at < ?1
        LIMIT \(AnonymisationSteps.slice))
      """)
    counts.sessions = try steps.repeated(
      """
      UPDATE session SET borrower_id = NULL WHERE id IN (
        SELECT id FROM session WHERE borrower_id IS NOT NULL AND began_at < ?1 AND ended_at IS NOT NULL
        LIMIT \(AnonymisationSteps.slice))
      """)
    counts.changes = try steps.changes()
    counts.recorded = try steps.repeated(
      """
      DELETE FROM recording WHERE sequence IN (
        SELECT sequence FROM recording WHERE at < ?1 LIMIT \(AnonymisationSteps.slice))
      """)
    counts.scans = try steps.scans()
    counts.offline = try steps.offline()
    if counts.total > 0 {
      try write { _ = try $0.recordForgetting(.anonymise, station: nil, by: nil) }
      try emptyLog()
    }
    try payLog()
    return counts
  }
}
