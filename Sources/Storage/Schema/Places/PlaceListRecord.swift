package import Deadwax

extension Queryable {
  /// Returns at most `limit` places after one, ordered by name.
  package func places(after id: Place.ID?, limit: Int) throws -> [PlaceSummary] {
    try all(
      """
      \(holdingSelect) WHERE ?1 IS NULL OR (lower(p.name), p.id) > (SELECT lower(q.name), q.id FROM place q WHERE q.id = ?1)
      ORDER BY lower(p.name), p.id LIMIT ?2
      """, id, limit, as: holding(from:))
  }

  /// Returns the number of places; nil for more than `ListTotal.limit`.
  package func placeTotal() throws -> Int? { try total(of: "place", ListConditions()) }

  /// Returns a place with its counts, or nil if there is no such place.
  package func holding(of id: Place.ID) throws -> PlaceSummary? {
    try first("\(holdingSelect) WHERE p.id = ?1", id, as: holding(from:))
  }

  /// Returns the slots of a place, in the order of their numbers.
  package func slots(of place: Place.ID) throws -> [SlotOccupancy] { try slots(of: place, from: 0) }

  /// Returns the slots of the same place that follow a slot, in the order of their numbers.
  package func slots(after slot: Slot) throws -> [SlotOccupancy] { try slots(of: slot.place, from: slot.number + 1) }

  private func slots(of place: Place.ID, from number: Int) throws -> [SlotOccupancy] {
    try all(
      """
      SELECT \(slotColumns),
        (SELECT c.id FROM copy c WHERE c.slot_id = s.id ORDER BY c.number LIMIT 1) AS copy
      FROM slot s JOIN place p ON p.id = s.place_id WHERE s.place_id = ?1 AND s.number >= ?2
      ORDER BY s.number
      """, place, number
    ) { row in SlotOccupancy(slot: try slot(from: row), copy: try row.optionalID("copy")) }
  }

  /// True if there is a slot with this id that is not disabled, and no copy is in it.
  package func isFree(_ slot: Slot.ID) throws -> Bool {
    try first(
      """
      SELECT 1 FROM slot s WHERE s.id = ?1 AND s.disabled_reason IS NULL
        AND NOT EXISTS (SELECT 1 FROM copy c WHERE c.slot_id = s.id)
      """, slot
    ) { _ in true } ?? false
  }

  private func holding(from row: Row) throws -> PlaceSummary {
    PlaceSummary(
      place: try place(from: row), slots: Int(try row.integer("slots")), freeSlots: Int(try row.integer("free_slots")),
      disabledSlots: Int(try row.integer("disabled_slots")), copies: Int(try row.integer("copies")),
      untagged: Int(try row.integer("untagged")))
  }
}

// For a cycle of places, the recursion ends only because UNION adds no row twice.
private let below = """
  WITH RECURSIVE below (id) AS (SELECT p.id UNION SELECT q.id FROM place q JOIN below ON q.parent_id = below.id)
  SELECT count(*) FROM copy c WHERE c.place_id IN (SELECT id FROM below)
  """

private let holdingSelect = """
  SELECT p.id, p.parent_id, p.kind, p.name, p.version, (SELECT count(*) FROM slot s WHERE s.place_id = p.id) AS slots,
    (SELECT count(*) FROM slot s WHERE s.place_id = p.id AND s.disabled_reason IS NULL
      AND (s.is_single = 0 OR NOT EXISTS (SELECT 1 FROM copy c WHERE c.slot_id = s.id))) AS free_slots,
    (SELECT count(*) FROM slot s WHERE s.place_id = p.id AND s.disabled_reason IS NOT NULL) AS disabled_slots,
    (\(below)) AS copies,
    (\(below) AND NOT EXISTS (SELECT 1 FROM code t WHERE t.copy_id = c.id AND t.class = 'tag' AND t.ended_at IS NULL))
      AS untagged
  FROM place p
  """
