extension Queryable {
  /// Counts the releases and copies by the names of their places and of the places that contain these.
  ///
  /// - Returns: the groups by the folded words of the name; `total` is the number of releases with a copy in a place.
  /// - Throws: a `StorageError`.
  package func placeGroups() throws -> (groups: [String: PlaceGroup], total: Int) {
    var tally = try PlaceTally(in: self)
    var (total, last) = (0, "")
    try forEach(
      """
      SELECT c.release_id, c.place_id, CASE WHEN c.status IN ('lost', 'withdrawn') THEN 0 ELSE 1 END AS is_here
      FROM copy c WHERE c.place_id IS NOT NULL ORDER BY c.release_id
      """, []
    ) { row in
      let release = try row.text(0)
      if release != last { (total, last) = (total + 1, release) }
      tally.add(release: release, place: try row.text(1), isHere: try row.flag(2))
    }
    return (tally.result, total)
  }
}
