package import Deadwax

extension Queryable {
  /// Returns the discs that can be in a changer now, those with the most plays first: available compact discs that are
  /// not on loan. Each was played, as was another copy of its release, or belongs in the changer already.
  ///
  /// - Parameters:
  ///   - changer: the place of the changer.
  ///   - limit: the maximum number of discs.
  /// - Returns: the discs with their releases.
  /// - Throws: a `StorageError`.
  package func discs(
    forChanger changer: Place.ID, limit: Int
  ) throws -> [(copy: Copy, release: Release)] {
    try all(
      """
      WITH RECURSIVE below (id) AS (
        SELECT ?1 UNION SELECT place.id FROM place JOIN below ON place.parent_id = below.id
      )
      SELECT \(copyColumns), \(releaseColumns) \(copyTables)
      WHERE r.medium = 'cd' AND c.status = 'available' AND l.id IS NULL
        AND (c.place_id IN (SELECT id FROM below) OR c.release_id IN (SELECT release_id FROM copy WHERE plays > 0))
      ORDER BY c.place_id IN (SELECT id FROM below) DESC, c.plays DESC, c.number LIMIT ?2
      """, changer, limit
    ) { row in (try copy(from: row), try release(from: row)) }
  }
}
