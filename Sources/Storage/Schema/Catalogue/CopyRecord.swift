package import Deadwax

extension Queryable {
  /// Returns a copy with its place and its open loan.
  package func copy(_ id: Copy.ID) throws -> Copy? {
    try first("\(copySelect) WHERE c.id = ?1", id, as: copy(from:))
  }

  /// Returns all copies of a release, in the order of their numbers.
  package func copies(of release: Release.ID) throws -> [Copy] {
    try all("\(copySelect) WHERE c.release_id = ?1 ORDER BY c.number", release, as: copy(from:))
  }

  /// Returns the copy in a slot. If the slot holds several, returns the one with the lowest number.
  package func copy(in slot: Slot.ID) throws -> Copy? {
    try first("\(copySelect) WHERE c.slot_id = ?1 ORDER BY c.number LIMIT 1", slot, as: copy(from:))
  }

  /// Returns at most `limit` copies, the highest number first. `place` restricts them to one place. `number` is the
  /// last number of the previous page.
  package func copies(
    in place: Place.ID?, before number: Int?, limit: Int
  ) throws -> [Copy] {
    var list = ListConditions()
    list.add("c.place_id = ?", ifGiven: place)
    list.add("c.number < ?", ifGiven: number)
    return try all(
      "\(copySelect) \(list.sql) ORDER BY c.number DESC LIMIT ?", list.values + [limit], as: copy(from:))
  }

  /// Returns at most `limit` copies as above, each with its release, in one query.
  package func copiesWithReleases(
    in place: Place.ID?, before number: Int?, limit: Int
  ) throws -> [(copy: Copy, release: Release)] {
    var list = ListConditions()
    list.add("c.place_id = ?", ifGiven: place)
    list.add("c.number < ?", ifGiven: number)
    return try all(
      "SELECT \(copyColumns), \(releaseColumns) \(copyTables) \(list.sql) ORDER BY c.number DESC LIMIT ?",
      list.values + [limit]
    ) { row in (try copy(from: row), try release(from: row, at: 30)) }
  }

  /// Returns the number for the next copy in the accession book.
  package func nextCopyNumber() throws -> Int {
    try first("SELECT coalesce(max(number), 0) + 1 FROM copy") { row in
      Int(try row.integer(0))
    } ?? 1
  }

  private func copy(from row: Row) throws -> Copy {
    let id: Copy.ID = try row.id(0)
    var location: Location?
    if let place: Place.ID = try row.optionalID(4) {
      location = Location(
        place: place, placeName: try row.text(5), slot: try row.optionalID(6),
        slotNumber: try row.optionalInteger(7).map(Int.init))
    }
    var loan: Loan?
    if let loanID: Loan.ID = try row.optionalID(12) {
      loan = Loan(
        id: loanID, copy: id, borrower: try row.optionalID(13), openedAt: try row.time(14), dueAt: try row.time(15),
        renewals: Int(try row.integer(16)), parts: Int(try row.integer(17)),
        claimedReturnedAt: try row.optionalTime(18), version: Int(try row.integer(19)),
        partsBack: try row.optionalInteger(27).map(Int.init), renewedAt: try row.optionalTime(28),
        overdueCharged: Int(try row.integer(29)))
    }
    return Copy(
      id: id, release: try row.id(1), number: Int(try row.integer(2)), code: try ownCode(row.text(3)),
      location: location, loan: loan, mediaCondition: try row.optionalText(8), sleeveCondition: try row.optionalText(9),
      status: Copy.Status(rawValue: try row.text(20)) ?? .available, isReference: try row.flag(21),
      partCount: Int(try row.integer(22)), partsMissing: Int(try row.integer(23)),
      medium: Medium(rawValue: try row.text(24)) ?? .other, plays: Int(try row.integer(25)),
      lastPlayedAt: try row.optionalTime(26),
      addedAt: try row.time(10), version: Int(try row.integer(11)))
  }
}

/// The 30 columns that `copy(from:)` reads.
private let copyColumns = """
  c.id, c.release_id, c.number, c.code, c.place_id, p.name, c.slot_id, s.number, c.media_condition,
    c.sleeve_condition, c.added_at, c.version, l.id, l.borrower_id, l.opened_at, l.due_at,
    l.renewals, l.parts, l.claimed_returned_at, l.version, c.status, c.is_reference, c.part_count, c.parts_missing,
    r.medium, c.plays, c.last_played_at, l.parts_back, l.renewed_at, \(overdueChargedColumn)
  """

private let copyTables = """
  FROM copy c JOIN release r ON r.id = c.release_id LEFT JOIN place p ON p.id = c.place_id LEFT JOIN slot s ON s.id = c.slot_id
    LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
  """

private let copySelect = "SELECT \(copyColumns) \(copyTables)"

extension WriteTransaction {
  /// Adds a copy and binds its code to it.
  package func insert(_ copy: Copy, slotIsSingle: Bool = true) throws {
    try snapshot(.copy, copy.id.text)
    try run(
      """
      INSERT INTO copy (id, release_id, number, code, place_id, slot_id, slot_is_single, media_condition,
        sleeve_condition, added_at, modified_at, part_count, parts_missing, status, is_reference)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, ?13, ?14)
      """, copy.id, copy.release, copy.number, copy.code.description, copy.location?.place, copy.location?.slot,
      copy.location?.slot == nil ? nil : slotIsSingle, copy.mediaCondition, copy.sleeveCondition, copy.addedAt,
      copy.partCount, copy.partsMissing, copy.status.rawValue, copy.isReference)
    try bind(Code.Key(class: .own, value: copy.code.description), to: .copy(copy.id))
  }

  /// Changes the place of a copy.
  ///
  /// - Throws: `.conflict` if the slot holds only one copy and is occupied.
  package func move(_ copy: Copy.ID, to location: Location) throws {
    try snapshot(.copy, copy.text)
    try run(
      """
      UPDATE copy SET place_id = ?2, slot_id = ?3, slot_is_single = (SELECT is_single FROM slot WHERE id = ?3),
        version = version + 1, modified_at = ?4
      WHERE id = ?1
      """, copy, location.place, location.slot, now)
  }
}
