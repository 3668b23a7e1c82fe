package import Deadwax

/// What was done so that old loans forget who had them.
package struct AnonymisationCounts: Hashable, Sendable {
  package var loans = 0
  package var holds = 0
  package var fees = 0
  package var visits = 0
  /// Rows of the history of changes.
  package var changes = 0
  package var scans = 0
  /// What was recorded at the desks, and is no more.
  package var recorded = 0
  /// Entries of stations that were away.
  package var away = 0

  package init() {}

  package var total: Int { loans + holds + fees + visits + changes + scans + recorded + away }
}

extension Database {
  /// Makes everything before a time forget who it was: loans that are over, holds, fees that are paid, visits, what the
  /// history of changes says of them, the numbers of cards in the scans, what stations did while the hub was away. What
  /// was recorded at the desks before it goes altogether. A loan with an unpaid fee is kept until that is paid, and an
  /// entry of a station until somebody has dealt with it.
  ///
  /// Done in many small writes: the desks are not held up. Blocks until it is done; interrupted, it goes on the next
  /// time.
  ///
  /// - Parameter time: before which.
  /// - Returns: what was done.
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
    counts.visits = try sweep.repeated(
      """
      UPDATE visit SET borrower_id = NULL WHERE id IN (
        SELECT id FROM visit WHERE borrower_id IS NOT NULL AND began_at < ?1 AND ended_at IS NOT NULL
        LIMIT \(AnonymisationSweep.slice))
      """)
    counts.changes = try sweep.changes()
    counts.recorded = try sweep.repeated(
      """
      DELETE FROM recording WHERE sequence IN (
        SELECT sequence FROM recording WHERE at < ?1 LIMIT \(AnonymisationSweep.slice))
      """)
    counts.scans = try sweep.scans()
    counts.away = try sweep.away()
    if counts.total > 0 { try write { _ = try $0.recordForgetting(.anonymise, station: nil, by: nil) } }
    return counts
  }
}
