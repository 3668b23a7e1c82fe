package import Deadwax

/// The numbers for a screen on the wall. None of them reads a borrower.
extension Queryable {
  /// Returns the number of releases that were not removed.
  package func releasesInLibrary() throws -> Int {
    try first("SELECT count(*) FROM release WHERE removed_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the number of copies that belong to the library: all but the lost and the withdrawn ones.
  package func copiesInLibrary() throws -> Int {
    try first(
      "SELECT (SELECT count(*) FROM copy) - (SELECT count(*) FROM copy WHERE status IN ('lost', 'withdrawn'))"
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the newest of the last scans that found a release, and when it was received.
  ///
  /// - Parameter number: the number of scans that are considered.
  /// - Returns: the release and the time; nil if none of these scans found one that is still in the library.
  /// - Throws: a `StorageError`.
  package func lastScannedRelease(among number: Int) throws -> (release: Release.ID, at: Timestamp)? {
    try first(
      """
      SELECT s.release_id, s.received_at FROM scan s JOIN release r ON r.id = s.release_id
      WHERE s.sequence > (SELECT max(sequence) FROM scan) - ?1 AND r.removed_at IS NULL AND r.title <> ''
      ORDER BY s.sequence DESC LIMIT 1
      """, number
    ) { (release: try $0.id("release_id"), at: try $0.time("received_at")) }
  }
}
