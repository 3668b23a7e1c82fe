package import Deadwax

extension Queryable {
  /// Returns the places directly in a place, or those in no place for nil.
  package func places(directlyIn parent: Place.ID?) throws -> [Place] {
    try all("SELECT id FROM place WHERE coalesce(parent_id, '') = coalesce(?1, '') ORDER BY id", parent) {
      row -> Place.ID in try row.id(0)
    }.compactMap { try place($0) }
  }

  /// Returns the other places in the same place that have the name of a place, ignoring case. No two places there may
  /// have one name.
  package func namesakes(of place: Place) throws -> [Place] {
    let name = place.name.lowercased()
    return try places(directlyIn: place.parent).filter { $0.id != place.id && $0.name.lowercased() == name }
  }

  /// Returns the number of copies that belong directly in a place, in a slot or not.
  package func copies(directlyIn place: Place.ID) throws -> Int {
    try first("SELECT count(*) FROM copy WHERE place_id = ?1", place) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the number of copies that belong in a slot.
  package func copies(inSlot slot: Slot.ID) throws -> Int {
    try first("SELECT count(*) FROM copy WHERE slot_id = ?1", slot) { Int(try $0.integer(0)) } ?? 0
  }
}

extension WriteTransaction {
  /// Stores the parent, the kind and the name of a place. The place gets a new version.
  package func update(_ place: Place) throws {
    try snapshot(.place, place.id.text)
    try run(
      """
      UPDATE place SET parent_id = ?2, kind = ?3, name = ?4, version = version + 1, modified_at = ?5 WHERE id = ?1
      """, place.id, place.parent, place.kind.rawValue, place.name, now)
  }

  /// Removes a place with its slots and their codes. Nothing may belong there.
  ///
  /// - Throws: `.conflict` if a copy or a place refers to it.
  package func remove(_ place: Place.ID) throws {
    for occupied in try slots(of: place) { try remove(occupied.slot.id) }
    try removeCodes("place_id", place.text)
    try snapshot(.place, place.text)
    try run("DELETE FROM place WHERE id = ?1", place)
  }

  /// Removes a slot and its codes. No copy may belong there.
  package func remove(_ slot: Slot.ID) throws {
    try removeCodes("slot_id", slot.text)
    try snapshot(.slot, slot.text)
    try run("DELETE FROM slot WHERE id = ?1", slot)
  }

  // A binding refers to its record, so it cannot remain as an ended one. The history has it, and an undo restores it.
  private func removeCodes(_ column: String, _ id: String) throws {
    for code in try all("SELECT id FROM code WHERE \(column) = ?1", id, as: { try $0.integer(0) }) {
      try snapshot(.code, "\(code)")
      try run("DELETE FROM code WHERE id = ?1", code)
    }
  }
}
