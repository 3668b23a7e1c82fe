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

  /// Returns at most `limit` copies as above, each with its release, in one query. `medium` restricts them to a part of
  /// the collection.
  package func copiesWithReleases(
    in place: Place.ID?, medium: MediumFilter? = nil, before number: Int?, limit: Int
  ) throws -> [(copy: Copy, release: Release)] {
    var list = ListConditions()
    list.add("c.place_id = ?", ifGiven: place)
    list.add(medium)
    list.add("c.number < ?", ifGiven: number)
    return try all(
      "SELECT \(copyColumns), \(releaseColumns) \(copyTables) \(list.sql) ORDER BY c.number DESC LIMIT ?",
      list.values + [limit]
    ) { row in (try copy(from: row), try release(from: row)) }
  }

  /// Returns the keys of at most `limit` copies as above, without reading the copies.
  package func copyKeys(
    in place: Place.ID?, medium: MediumFilter? = nil, before number: Int?, limit: Int
  ) throws -> [RowPage.Key] {
    var list = ListConditions()
    list.add("c.place_id = ?", ifGiven: place)
    list.add(medium)
    list.add("c.number < ?", ifGiven: number)
    return try all(
      "SELECT c.id, c.number FROM \(Self.copies(withReleases: medium != nil)) \(list.sql) ORDER BY c.number DESC LIMIT ?",
      list.values + [limit]
    ) { row in RowPage.Key(id: try row.text("id"), position: try row.integer("number")) }
  }

  /// Returns the number of copies in a list as above; nil for more than `ListTotal.limit`.
  package func copyTotal(in place: Place.ID?, medium: MediumFilter? = nil) throws -> Int? {
    var list = ListConditions()
    list.add("c.place_id = ?", ifGiven: place)
    list.add(medium)
    return try total(of: Self.copies(withReleases: medium != nil), list)
  }

  /// Returns the tables of the keys of copies: `c`, and `r` if a condition needs it.
  private static func copies(withReleases: Bool) -> String {
    withReleases ? "copy c JOIN release r ON r.id = c.release_id" : "copy c"
  }

  /// Returns the available copies without a loan that a waiting hold is for, on the copy or on its release, in the order
  /// of their numbers. The lending rules decide which of them are fetched.
  package func copiesWanted() throws -> [(copy: Copy, release: Release)] {
    try all(
      """
      WITH wanted (id) AS (
        SELECT h.copy_id FROM hold h WHERE h.state = 'waiting' AND h.copy_id IS NOT NULL
        UNION SELECT w.id FROM hold h JOIN copy w ON w.release_id = h.release_id WHERE h.state = 'waiting'
      )
      SELECT \(copyColumns), \(releaseColumns) \(copyTables)
      WHERE c.id IN (SELECT id FROM wanted) AND c.status = 'available' AND l.id IS NULL ORDER BY c.number
      """, []
    ) { row in (try copy(from: row), try release(from: row)) }
  }

  /// Returns the number for the next copy in the accession book.
  package func nextCopyNumber() throws -> Int {
    try first("SELECT coalesce(max(number), 0) + 1 FROM copy") { row in
      Int(try row.integer(0))
    } ?? 1
  }

  func copy(from row: Row) throws -> Copy {
    let id: Copy.ID = try row.id("id")
    var location: Location?
    if let place: Place.ID = try row.optionalID("place_id") {
      location = Location(
        place: place, placeName: try row.text("place_name"), slot: try row.optionalID("slot_id"),
        slotNumber: try row.optionalInteger("slot_number").map(Int.init))
    }
    var loan: Loan?
    if let loanID: Loan.ID = try row.optionalID("loan_id") {
      loan = Loan(
        id: loanID, copy: id, borrower: try row.optionalID("borrower_id"), openedAt: try row.time("opened_at"),
        dueAt: try row.time("due_at"),
        renewals: Int(try row.integer("renewals")), parts: Int(try row.integer("parts")),
        claimedReturnedAt: try row.optionalTime("claimed_returned_at"), version: Int(try row.integer("loan_version")),
        partsBack: try row.optionalInteger("parts_back").map(Int.init), renewedAt: try row.optionalTime("renewed_at"),
        overdueCharged: Int(try row.integer("overdue_charged")))
    }
    return Copy(
      id: id, release: try row.id("release_id"), number: Int(try row.integer("number")),
      code: try ownCode(row.text("code")),
      location: location, loan: loan, mediaCondition: try row.optionalText("media_condition"),
      sleeveCondition: try row.optionalText("sleeve_condition"), shelfMark: try row.optionalText("shelf_mark"),
      status: Copy.Status(rawValue: try row.text("status")) ?? .available, isReference: try row.flag("is_reference"),
      partCount: Int(try row.integer("part_count")), partsMissing: Int(try row.integer("parts_missing")),
      medium: Medium(rawValue: try row.text("medium")) ?? .other, plays: Int(try row.integer("plays")),
      lastPlayedAt: try row.optionalTime("last_played_at"),
      addedAt: try row.time("added_at"), version: Int(try row.integer("version")))
  }
}

/// The columns that `copy(from:)` reads.
let copyColumns = """
  c.id, c.release_id, c.number, c.code, c.place_id, p.name AS place_name, c.slot_id, s.number AS slot_number, c.media_condition,
    c.sleeve_condition, c.shelf_mark, c.added_at, c.version, l.id AS loan_id, l.borrower_id, l.opened_at, l.due_at,
    l.renewals, l.parts, l.claimed_returned_at, l.version AS loan_version, c.status, c.is_reference, c.part_count, c.parts_missing,
    r.medium, c.plays, c.last_played_at, l.parts_back, l.renewed_at, \(overdueChargedColumn)
  """

let copyTables = """
  FROM copy c JOIN release r ON r.id = c.release_id LEFT JOIN place p ON p.id = c.place_id LEFT JOIN slot s ON s.id = c.slot_id
    LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
  """

private let copySelect = "SELECT \(copyColumns) \(copyTables)"

extension WriteTransaction {
  /// Adds a copy and binds its code to it.
  package func insert(_ copy: Copy, slotIsSingle: Bool = true) throws {
    snapshotAddition(.copy, copy.id.text)
    try run(
      """
      INSERT INTO copy (id, release_id, number, code, place_id, slot_id, slot_is_single, media_condition,
        sleeve_condition, added_at, modified_at, part_count, parts_missing, status, is_reference, shelf_mark)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, ?13, ?14, ?15)
      """, copy.id, copy.release, copy.number, copy.code.description, copy.location?.place, copy.location?.slot,
      copy.location?.slot == nil ? nil : slotIsSingle, copy.mediaCondition, copy.sleeveCondition, copy.addedAt,
      copy.partCount, copy.partsMissing, copy.status.rawValue, copy.isReference, copy.shelfMark)
    try bind(Code.Key(class: .own, value: copy.code.description), to: .copy(copy.id))
    try indexRelease(of: copy.id)
  }

  /// Stores the fields of a copy that staff can change at any time: its parts, reference only and its shelf mark.
  package func update(_ copy: Copy) throws {
    try snapshot(.copy, copy.id.text)
    try run(
      """
      UPDATE copy SET part_count = ?2, parts_missing = ?3, is_reference = ?4, shelf_mark = ?5, version = version + 1,
        modified_at = ?6
      WHERE id = ?1
      """, copy.id, copy.partCount, copy.partsMissing, copy.isReference, copy.shelfMark, now)
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

  /// Takes a copy out of its place, so that it has none.
  package func unshelve(_ copy: Copy.ID) throws {
    try snapshot(.copy, copy.text)
    try run(
      """
      UPDATE copy SET place_id = NULL, slot_id = NULL, slot_is_single = NULL, version = version + 1, modified_at = ?2
      WHERE id = ?1
      """, copy, now)
  }
}
