package import Deadwax

/// The numbers of statistics that come from the records of copies, loans and holds. None of them reads the name of a
/// borrower.
extension Queryable {
  /// Returns the number of copies of each medium, without the lost and the withdrawn ones.
  package func copiesByMedium() throws -> [Medium: Int] {
    try counts(
      """
      SELECT r.medium AS name, count(*) AS number FROM copy c JOIN release r ON r.id = c.release_id
      WHERE \(UnlentCopies.held) GROUP BY r.medium
      """
    ).reduce(into: [:]) { found, group in
      if let medium = Medium(rawValue: group.name) { found[medium] = group.number }
    }
  }

  /// Returns the number of copies of each grade as it is stored, without the lost and the withdrawn ones.
  package func copiesByCondition() throws -> [(name: String, number: Int)] {
    try counts(
      """
      SELECT c.media_condition AS name, count(*) AS number FROM copy c
      WHERE c.media_condition IS NOT NULL AND \(UnlentCopies.held) GROUP BY c.media_condition
      """)
  }

  /// Returns the number of copies that were added in each minute, as a number of minutes since 1970. Lost and withdrawn
  /// copies are left out.
  package func copyAdditions() throws -> [(minute: Int64, number: Int)] {
    try minutes(
      """
      SELECT c.added_at / 60000 AS minute, count(*) AS number FROM copy c
      WHERE \(UnlentCopies.held) GROUP BY c.added_at / 60000
      """)
  }

  /// Returns such numbers of the copies that were never lent.
  package func unlentAdditions() throws -> [(minute: Int64, number: Int)] {
    try minutes(
      """
      SELECT c.added_at / 60000 AS minute, count(*) AS number FROM copy c
      WHERE \(UnlentCopies.condition) GROUP BY c.added_at / 60000
      """)
  }

  /// Returns the number of releases with such a copy that were added in each minute likewise.
  package func unlentReleaseAdditions() throws -> [(minute: Int64, number: Int)] {
    try minutes(
      """
      SELECT r.created_at / 60000 AS minute, count(*) AS number FROM release r
      WHERE r.removed_at IS NULL
        AND EXISTS (SELECT 1 FROM copy c WHERE c.release_id = r.id AND \(UnlentCopies.condition))
      GROUP BY r.created_at / 60000
      """)
  }

  /// Returns the number of loans that began in each minute.
  package func loanBeginnings() throws -> [(minute: Int64, number: Int)] {
    try minutes("SELECT l.opened_at / 60000 AS minute, count(*) AS number FROM loan l GROUP BY l.opened_at / 60000")
  }

  /// Returns the number of releases with a loan that began in a time.
  ///
  /// - Parameters:
  ///   - after: the time after which the loans began.
  ///   - upTo: the time up to which they began.
  /// - Returns: the number.
  /// - Throws: a `StorageError`.
  package func lentReleases(after: Timestamp, upTo: Timestamp) throws -> Int {
    let number = try first(
      """
      SELECT count(DISTINCT c.release_id) AS number
      FROM loan l JOIN copy c ON c.id = l.copy_id JOIN release r ON r.id = c.release_id
      WHERE r.removed_at IS NULL AND l.opened_at > ?1 AND l.opened_at <= ?2
      """, after, upTo
    ) { Int(try $0.integer("number")) }
    return number ?? 0
  }

  /// Returns at most `limit` releases with the largest numbers of a kind, the largest first, and the numbers of all.
  ///
  /// - Parameters:
  ///   - kind: the number.
  ///   - limit: the maximum number of releases.
  /// - Returns: the releases, how many have such a number, and the sum of all these numbers.
  /// - Throws: a `StorageError`.
  package func mostReleases(
    _ kind: ReleaseNumber, limit: Int
  ) throws -> (rows: [(id: Release.ID, artist: String, title: String, number: Int)], releases: Int, sum: Int) {
    let counted = kind.sql
    let rows = try all(
      """
      SELECT t.release_id, t.number, r.artist, r.title FROM (
        SELECT w.release_id, CAST(sum(w.number) AS BIGINT) AS number FROM (\(counted)) w
        GROUP BY w.release_id ORDER BY number DESC, w.release_id LIMIT ?1
      ) t JOIN release r ON r.id = t.release_id ORDER BY t.number DESC, t.release_id
      """, limit
    ) { row in
      (
        id: try row.id("release_id") as Release.ID, artist: try row.text("artist"), title: try row.text("title"),
        number: Int(try row.integer("number"))
      )
    }
    let all = try first(
      """
      SELECT count(DISTINCT w.release_id) AS releases, CAST(coalesce(sum(w.number), 0) AS BIGINT) AS number
      FROM (\(counted)) w
      """
    ) { (Int(try $0.integer("releases")), Int(try $0.integer("number"))) }
    return (rows, all?.0 ?? 0, all?.1 ?? 0)
  }

  private func counts(_ sql: String) throws -> [(name: String, number: Int)] {
    try all(sql) { (name: try $0.text("name"), number: Int(try $0.integer("number"))) }
  }

  private func minutes(_ sql: String) throws -> [(minute: Int64, number: Int)] {
    try all(sql) { (minute: try $0.integer("minute"), number: Int(try $0.integer("number"))) }
  }
}
