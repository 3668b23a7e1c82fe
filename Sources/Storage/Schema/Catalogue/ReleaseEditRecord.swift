package import Deadwax

extension Queryable {
  /// Returns true if the release is in the lists: it exists, and was neither removed nor merged into another one.
  package func isListed(_ release: Release.ID) throws -> Bool { try isListed(release.text) }

  func isListed(_ release: String) throws -> Bool {
    try first("SELECT removed_at IS NULL AS is_listed FROM release WHERE id = ?1", release) { try $0.flag(0) } ?? false
  }

  /// Returns the release that an id stands for: the one that this one was merged into, or itself.
  package func remaining(of release: Release.ID) throws -> Release.ID {
    var (id, seen) = (release, Set([release]))
    while let next: Release.ID = try first(
      "SELECT merged_into FROM release WHERE id = ?1", id, as: { try $0.optionalID(0) }) ?? nil,
      seen.insert(next).inserted
    { id = next }
    return id
  }

  /// Returns the codes that are bound to a release now.
  package func codes(of release: Release.ID) throws -> [Code.Key] {
    try all("SELECT class, value FROM code WHERE release_id = ?1 AND ended_at IS NULL ORDER BY id", release) { row in
      Code.Key(class: Code.Class(rawValue: try row.text("class")) ?? .text, value: try row.text("value"))
    }
  }

  /// Returns the number of open holds for a release.
  package func openHolds(on release: Release.ID) throws -> Int {
    try first("SELECT count(*) FROM hold WHERE release_id = ?1 AND closed_at IS NULL", release) {
      Int(try $0.integer(0))
    } ?? 0
  }
}

extension WriteTransaction {
  /// Returns a release as a source has it, with the fields that a person edited as they are now. Their marks get the
  /// values of the source.
  func keepingEdits(of filled: Release, _ found: ReleaseDetail) throws -> (Release, ReleaseDetail) {
    guard let before = try release(filled.id), let detail = try self.detail(of: filled.id), !detail.edited.isEmpty
    else {
      return (filled, found)
    }
    var (kept, keptDetail) = (filled, found)
    keptDetail.edited = detail.edited
    for field in detail.edited.keys {
      keptDetail.edited[field] = Release.Edit(source: filled.value(of: field, found), isSourced: true)
      kept.set(field, to: before.value(of: field, detail), &keptDetail)
    }
    return (kept, keptDetail)
  }

  /// Stores the fields of a release that people can edit, with its status, its barcode and the marks.
  package func edit(_ release: Release, _ detail: ReleaseDetail) throws {
    try snapshot(.release, release.id.text)
    try run(
      """
      UPDATE release SET status = ?2, medium = ?3, title = ?4, artist = ?5, label = ?6, catalog_number = ?7, year = ?8,
        country = ?9, released = ?10, notes = ?11, genres = ?12, styles = ?13, barcode = ?14, edited = ?15,
        modified_at = ?16, version = version + 1
      WHERE id = ?1
      """, release.id, release.status.rawValue, release.medium.rawValue, release.title, release.artist, release.label,
      release.catalogNumber, release.year, release.country, detail.released, detail.notes,
      JSONList.array(detail.genres), JSONList.array(detail.styles), release.barcode?.key,
      try ReleaseEdits.write(detail.edited), now)
    try index(release: release.id.text)
  }

  /// Removes a release from all lists and crates, and ends the codes that are bound to it. Its row remains.
  ///
  /// - Parameters:
  ///   - release: a release without copies and open holds.
  ///   - target: the release that it was merged into; nil for none.
  /// - Throws: a `StorageError`.
  package func remove(_ release: Release.ID, mergedInto target: Release.ID?) throws {
    for code in try all(
      "SELECT id FROM code WHERE release_id = ?1 AND ended_at IS NULL ORDER BY id", release, as: { try $0.integer(0) })
    {
      try snapshot(.code, "\(code)")
      try run("UPDATE code SET ended_at = max(?2, bound_at) WHERE id = ?1", code, now)
    }
    try removeFromCrates(.release(release))
    try snapshot(.release, release.text)
    try run(
      "UPDATE release SET removed_at = ?2, merged_into = ?3, version = version + 1, modified_at = ?2 WHERE id = ?1",
      release, now, target)
    try forget(release: release.text)
  }

  /// Ends the binding of a code to a release. Returns false if there is none.
  @discardableResult
  package func end(_ key: Code.Key, of release: Release.ID) throws -> Bool {
    let bound = try first(
      "SELECT id FROM code WHERE class = ?1 AND value = ?2 AND release_id = ?3 AND ended_at IS NULL",
      key.class.rawValue, key.value, release
    ) { try $0.integer(0) }
    guard let bound else { return false }
    return try end(ActiveBinding(id: bound, key: key, target: .release(release)))
  }
}
