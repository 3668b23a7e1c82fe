package import Deadwax

extension Queryable {
  /// Returns at most `limit` releases whose last look-up had several hits, if no one has chosen one for the barcode, the
  /// newest first. `before` is the last release of the previous page.
  ///
  /// The ids of releases are in the order of their creation. The list is thus read from the index over the look-ups with
  /// several hits, and never scans all releases.
  package func undecidedReleases(before: Release.ID?, limit: Int) throws -> [(release: Release, hits: Int)] {
    var list = undecided
    list.add("c.release_id < ?", ifGiven: before)
    return try all(
      """
      SELECT \(releaseColumns), (SELECT count(*) FROM lookup_candidate h WHERE h.release_id = r.id) AS hits
      FROM \(Self.several) \(list.sql) ORDER BY c.release_id DESC LIMIT ?
      """, list.values + [limit]
    ) { row in (try release(from: row), Int(try row.integer("hits"))) }
  }

  /// Returns the number of releases in a list as above; nil for more than `ListTotal.limit`.
  package func undecidedReleaseTotal() throws -> Int? { try total(of: Self.several, undecided) }

  private static var several: String { "lookup_candidate c JOIN release r ON r.id = c.release_id" }

  /// The second hit of a look-up has the rank 1.
  private var undecided: ListConditions {
    ListConditions(
      "c.rank = 1", "r.removed_at IS NULL", "r.barcode IS NOT NULL",
      "NOT EXISTS (SELECT 1 FROM source_choice s WHERE s.id = r.barcode)")
  }
}
