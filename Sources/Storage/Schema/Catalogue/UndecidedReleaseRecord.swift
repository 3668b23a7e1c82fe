package import Deadwax

extension Queryable {
  /// Returns at most `limit` releases whose last look-up had several hits, if no one has chosen one for the barcode, the
  /// newest first. `before` is the last release of the previous page.
  package func undecidedReleases(
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp, hits: Int)] {
    var list = undecided
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return try all(
      """
      SELECT \(releaseColumns), (SELECT count(*) FROM lookup_candidate h WHERE h.release_id = r.id) AS hits
      FROM release r \(list.sql) ORDER BY r.created_at DESC, r.id DESC LIMIT ?
      """, list.values + [limit]
    ) { row in (try release(from: row), try row.time("release_added_at"), Int(try row.integer("hits"))) }
  }

  /// Returns the number of releases in a list as above; nil for more than `ListTotal.limit`.
  package func undecidedReleaseTotal() throws -> Int? { try total(of: "release r", undecided) }

  /// The second hit of a look-up has the rank 1.
  private var undecided: ListConditions {
    ListConditions(
      "r.removed_at IS NULL", "r.barcode IS NOT NULL",
      "EXISTS (SELECT 1 FROM lookup_candidate c WHERE c.release_id = r.id AND c.rank = 1)",
      "NOT EXISTS (SELECT 1 FROM source_choice s WHERE s.id = r.barcode)")
  }
}
