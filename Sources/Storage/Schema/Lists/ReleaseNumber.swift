/// A number that a release has because of its copies.
package enum ReleaseNumber: CaseIterable, Sendable {
  case loans, plays
  /// Open holds, and the mark of the wish list.
  case wishes

  /// A query with one row or more for each release.
  var sql: String {
    switch self {
    case .loans:
      """
      SELECT c.release_id AS release_id, count(*) AS number FROM loan l JOIN copy c ON c.id = l.copy_id
      GROUP BY c.release_id
      """
    case .plays:
      """
      SELECT c.release_id AS release_id, CAST(sum(c.plays) AS BIGINT) AS number FROM copy c WHERE c.plays > 0
      GROUP BY c.release_id
      """
    case .wishes:
      """
      SELECT h.release_id AS release_id, count(*) AS number FROM hold h
      WHERE h.closed_at IS NULL AND h.release_id IS NOT NULL GROUP BY h.release_id
      UNION ALL
      SELECT c.release_id, count(*) FROM hold h JOIN copy c ON c.id = h.copy_id WHERE h.closed_at IS NULL
      GROUP BY c.release_id
      UNION ALL
      SELECT r.id, 1 FROM release r WHERE r.wished_at IS NOT NULL AND r.removed_at IS NULL
      """
    }
  }
}
