package import Deadwax

extension Queryable {
  /// Returns at most 10 places with a name, ignoring case.
  package func places(named name: String) throws -> [Place] {
    try all("SELECT id FROM place WHERE name = ?1 COLLATE NOCASE ORDER BY id LIMIT 10", name) { row -> Place.ID in
      try row.id(0)
    }.compactMap { try place($0) }
  }

  /// Returns the copies that belong to a place or to any place below it, ordered by place, slot and number.
  ///
  /// - Parameters:
  ///   - place: the topmost place.
  ///   - limit: the maximum number of copies.
  /// - Returns: the copies.
  /// - Throws: a `StorageError`.
  package func copies(below place: Place.ID, limit: Int) throws -> [Copy] {
    try all(
      """
      WITH RECURSIVE below (id) AS (
        SELECT ?1 UNION SELECT place.id FROM place JOIN below ON place.parent_id = below.id
      )
      SELECT copy.id FROM copy JOIN below ON copy.place_id = below.id JOIN place ON place.id = copy.place_id
        LEFT JOIN slot ON slot.id = copy.slot_id
      ORDER BY place.name, slot.number, copy.number LIMIT ?2
      """, place, limit
    ) { row -> Copy.ID in try row.id(0) }.compactMap { try copy($0) }
  }

  /// Returns the copy with a number in the accession book.
  package func copy(number: Int) throws -> Copy? {
    guard let id: Copy.ID = try first("SELECT id FROM copy WHERE number = ?1", number, as: { try $0.id(0) }) else {
      return nil
    }
    return try copy(id)
  }
}
