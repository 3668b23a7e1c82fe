package import Deadwax

extension Queryable {
  /// Returns a place and the places below it: the place itself first, then level by level, the places in each place
  /// ordered by name.
  ///
  /// - Parameters:
  ///   - id: the topmost place.
  ///   - limit: the maximum number of places. The walk ends with it, so that no place of a deeper level is read.
  /// - Returns: the places; those of the outer levels come first.
  /// - Throws: a `StorageError`.
  package func places(below id: Place.ID, limit: Int) throws -> [Place] {
    var found: [Place] = try place(id).map { [$0] } ?? []
    var level = found
    // A damaged tree may be a cycle: it ends at the depth that no library has.
    for _ in 0..<16 {
      var next: [Place] = []
      for place in level where found.count + next.count < limit {
        next += try places(directlyIn: place.id, limit: limit - found.count - next.count)
      }
      guard !next.isEmpty else { break }
      found += next
      level = next
    }
    return found
  }

  private func places(directlyIn id: Place.ID, limit: Int) throws -> [Place] {
    try all(
      "SELECT id, parent_id, kind, name, version FROM place WHERE parent_id = ?1 ORDER BY lower(name), id LIMIT ?2",
      id, limit, as: place(from:))
  }

  /// Returns the places around a place, the outermost first.
  package func places(around place: Place) throws -> [Place] {
    var path: [Place] = []
    var next = place.parent
    // A damaged tree may be a cycle.
    while let id = next, !path.contains(where: { $0.id == id }), let outer = try self.place(id) {
      path.insert(outer, at: 0)
      next = outer.parent
    }
    return path
  }

  /// Returns at most `limit` slots of a place without their copies, in the order of their numbers.
  package func slots(of place: Place.ID, limit: Int) throws -> [Slot] {
    try all(
      """
      SELECT \(slotColumns) FROM slot s JOIN place p ON p.id = s.place_id WHERE s.place_id = ?1 ORDER BY s.number LIMIT ?2
      """, place, limit, as: slot(from:))
  }

  /// Returns at most `limit` copies that belong directly in a place, in a slot or not, in the order of their numbers.
  package func placedCopies(directlyIn place: Place.ID, limit: Int) throws -> [PlacedCopy] {
    try all(
      """
      SELECT \(copyColumns), r.title AS release_title, r.artist AS release_artist \(copyTables)
      WHERE c.place_id = ?1 ORDER BY c.number LIMIT ?2
      """, place, limit
    ) { row in
      PlacedCopy(
        copy: try copy(from: row), title: try row.text("release_title"), artist: try row.text("release_artist"))
    }
  }
}
