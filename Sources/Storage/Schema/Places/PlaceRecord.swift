package import Deadwax

/// The columns of a slot, from `slot s` and its `place p`.
let slotColumns = "s.id, s.place_id, p.name, s.number, s.is_single, s.disabled_reason"

extension Queryable {
  package func place(_ id: Place.ID) throws -> Place? {
    try first("SELECT id, parent_id, kind, name, version FROM place WHERE id = ?1", id, as: place(from:))
  }

  /// Returns a place from a row with its columns.
  func place(from row: Row) throws -> Place {
    Place(
      id: try row.id("id"), parent: try row.optionalID("parent_id"),
      kind: Place.Kind(rawValue: try row.text("kind")) ?? .shelf,
      name: try row.text("name"), version: Int(try row.integer("version")))
  }

  package func slot(_ id: Slot.ID) throws -> Slot? {
    try first(
      "SELECT \(slotColumns) FROM slot s JOIN place p ON p.id = s.place_id WHERE s.id = ?1", id, as: slot(from:))
  }

  func slot(from row: Row) throws -> Slot {
    Slot(
      id: try row.id("id"), place: try row.id("place_id"), placeName: try row.text("name"),
      number: Int(try row.integer("number")), isSingle: try row.flag("is_single"),
      disabledReason: try row.optionalText("disabled_reason"))
  }
}

extension WriteTransaction {
  package func insert(_ place: Place) throws {
    snapshotAddition(.place, place.id.text)
    try run(
      """
      INSERT INTO place (id, parent_id, kind, name, created_at, modified_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      """, place.id, place.parent, place.kind.rawValue, place.name, now)
  }

  package func insert(_ slot: Slot) throws {
    snapshotAddition(.slot, slot.id.text)
    try run(
      """
      INSERT INTO slot (id, place_id, number, is_single, created_at, disabled_reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, slot.id, slot.place, slot.number, slot.isSingle, now, slot.disabledReason)
  }

  /// Stores why nothing is shelved in a slot; nil if the slot is in use.
  package func update(_ slot: Slot) throws {
    try snapshot(.slot, slot.id.text)
    try run("UPDATE slot SET disabled_reason = ?2 WHERE id = ?1", slot.id, slot.disabledReason)
  }
}
