package import Deadwax

extension Queryable {
  package func place(_ id: Place.ID) throws -> Place? {
    try first("SELECT id, parent_id, kind, name, version FROM place WHERE id = ?1", id) { row in
      Place(
        id: try row.id("id"), parent: try row.optionalID("parent_id"),
        kind: Place.Kind(rawValue: try row.text("kind")) ?? .shelf,
        name: try row.text("name"), version: Int(try row.integer("version")))
    }
  }

  package func slot(_ id: Slot.ID) throws -> Slot? {
    try first(
      "SELECT s.id, s.place_id, p.name, s.number, s.is_single FROM slot s JOIN place p ON p.id = s.place_id WHERE s.id = ?1",
      id
    ) { row in
      Slot(
        id: try row.id("id"), place: try row.id("place_id"), placeName: try row.text("name"),
        number: Int(try row.integer("number")),
        isSingle: try row.flag("is_single"))
    }
  }
}

extension WriteTransaction {
  package func insert(_ place: Place) throws {
    try snapshot(.place, place.id.text)
    try run(
      """
      INSERT INTO place (id, parent_id, kind, name, created_at, modified_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      """, place.id, place.parent, place.kind.rawValue, place.name, now)
  }

  package func insert(_ slot: Slot) throws {
    try snapshot(.slot, slot.id.text)
    try run(
      "INSERT INTO slot (id, place_id, number, is_single, created_at) VALUES (?1, ?2, ?3, ?4, ?5)", slot.id, slot.place,
      slot.number, slot.isSingle, now)
  }
}
