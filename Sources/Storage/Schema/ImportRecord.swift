package import Deadwax

extension Queryable {
  /// Returns the copy with a number; nil if there is none.
  package func copy(numbered number: Int) throws -> Copy? {
    let id: Copy.ID? = try first("SELECT id FROM copy WHERE number = ?1", number) { try $0.id(0) }
    return try id.flatMap { try copy($0) }
  }

  /// Returns the copy that has a code of the library, whether it is bound or not; nil if there is none.
  package func copy(coded code: OwnCode) throws -> Copy? {
    let id: Copy.ID? = try first("SELECT id FROM copy WHERE code = ?1", code.description) { try $0.id(0) }
    return try id.flatMap { try copy($0) }
  }

  /// Returns the listed releases with a number at an external source.
  package func releases(linkedTo number: String, at source: ReleaseLink.Source) throws -> [Release.ID] {
    try all(
      """
      SELECT r.id FROM release_link n JOIN release r ON r.id = n.release_id
      WHERE n.source = ?1 AND n.number = ?2 AND r.removed_at IS NULL ORDER BY r.id
      """, source.rawValue, number
    ) { try $0.id(0) }
  }

  /// Passes on each listed release that has neither a barcode nor a number at a source, the oldest first. No list of them
  /// is made.
  package func forEachReleaseWithoutNumber(_ body: (Release) throws -> Void) throws {
    try forEach(
      """
      SELECT \(releaseColumns) FROM release r WHERE r.removed_at IS NULL AND r.barcode IS NULL AND NOT EXISTS (
        SELECT 1 FROM release_link n WHERE n.release_id = r.id AND n.number IS NOT NULL
      ) ORDER BY r.created_at, r.id
      """, []
    ) { try body(try release(from: $0)) }
  }

  /// Passes on every place. No list of them is made.
  package func forEachPlace(_ body: (Place) throws -> Void) throws {
    try forEach("SELECT id, parent_id, kind, name, version FROM place ORDER BY id", []) { row in
      try body(try place(from: row))
    }
  }

  /// Returns a slot of a place by its number; nil if there is none.
  package func slot(_ number: Int, of place: Place.ID) throws -> Slot? {
    let id: Slot.ID? = try first("SELECT id FROM slot WHERE place_id = ?1 AND number = ?2", place, number) {
      try $0.id(0)
    }
    return try id.flatMap { try slot($0) }
  }
}

extension WriteTransaction {
  /// Adds a release with the fields that people can edit, its marks and its links. A release without copies is not in the
  /// search index yet: adding its first copy with `insert(_:_:slotIsSingle:)` puts it there.
  package func insert(_ release: Release, _ detail: ReleaseDetail) throws {
    snapshotAddition(.release, release.id.text)
    try run(
      """
      INSERT INTO release (id, status, medium, title, artist, label, catalog_number, year, country, barcode,
        created_at, modified_at, released, notes, genres, styles, edited)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14, ?15, ?16)
      """, release.id, release.status.rawValue, release.medium.rawValue, release.title, release.artist, release.label,
      release.catalogNumber, release.year, release.country, release.barcode?.key, now, detail.released, detail.notes,
      JSONList.array(detail.genres), JSONList.array(detail.styles), try ReleaseEdits.write(detail.edited))
    try insert(detail.links, of: release.id)
    try insertReleaseTags(detail.tags, of: release.id)
  }

  /// Adds a copy with its own facts and its plays, and binds its code to it.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - facts: its own facts.
  ///   - slotIsSingle: true if its slot holds one copy only.
  /// - Throws: `.conflict` if its number, its code or its slot is taken.
  package func insert(_ copy: Copy, _ facts: OwnFacts, slotIsSingle: Bool) throws {
    snapshotAddition(.copy, copy.id.text)
    try run(
      """
      INSERT INTO copy (id, release_id, number, code, place_id, slot_id, slot_is_single, media_condition,
        sleeve_condition, added_at, modified_at, part_count, parts_missing, status, is_reference, shelf_mark, plays,
        last_played_at, accession, acquired_from, acquired_on, price, price_currency, valuation, valuation_currency,
        valued_on, valued_by, replacement, replacement_currency, status_on, status_reason, is_sold, notes,
        played_before)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
        ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?18)
      """, copy.id, copy.release, copy.number, copy.code.description, copy.location?.place, copy.location?.slot,
      copy.location?.slot == nil ? nil : slotIsSingle, copy.mediaCondition, copy.sleeveCondition, copy.addedAt, now,
      copy.partCount, copy.partsMissing, copy.status.rawValue, copy.isReference, copy.shelfMark, copy.plays,
      copy.lastPlayedAt, facts.accession?.rawValue, facts.acquiredFrom, facts.acquiredOn?.description,
      facts.price?.amount, facts.price?.currency, facts.valuation?.amount, facts.valuation?.currency,
      facts.valuedOn?.description, facts.valuedBy, facts.replacementCost?.amount, facts.replacementCost?.currency,
      facts.statusOn?.description, facts.statusReason, facts.isSold, facts.notes)
    try bind(Code.Key(class: .own, value: copy.code.description), to: .copy(copy.id))
    try index(release: copy.release.text)
  }
}
