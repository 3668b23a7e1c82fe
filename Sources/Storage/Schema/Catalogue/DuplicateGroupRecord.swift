package import Deadwax

/// The catalogue number without case and punctuation, as in the index `release_catalog_key`.
private let catalogKeyColumn =
  "lower(replace(replace(replace(replace(catalog_number, ' ', ''), '-', ''), '.', ''), '/', ''))"

extension Queryable {
  /// Returns record numbers of sources that more than one release has, in order. Releases outside the lists count too, so
  /// that the index alone answers.
  ///
  /// - Parameters:
  ///   - last: the source and the number after which to begin; nil for the start.
  ///   - limit: the maximum number.
  /// - Returns: the sources, in the order of their names and numbers.
  /// - Throws: a database error.
  package func sharedSources(
    after last: (source: String, id: String)?, limit: Int
  ) throws -> [(source: String, id: String)] {
    try all(
      """
      SELECT source, source_id FROM release
      WHERE source_id IS NOT NULL AND (source, source_id) > (?1, ?2)
      GROUP BY source, source_id HAVING count(*) > 1 ORDER BY source, source_id LIMIT ?3
      """, last?.source ?? "", last?.id ?? "", limit
    ) { (try $0.text("source"), try $0.text("source_id")) }
  }

  /// Returns catalogue numbers without case and punctuation that more than one release in the lists has, in order.
  package func sharedCatalogKeys(after last: String, limit: Int) throws -> [String] {
    try all(
      """
      SELECT \(catalogKeyColumn) AS place FROM release
      WHERE catalog_number IS NOT NULL AND removed_at IS NULL AND \(catalogKeyColumn) > ?1
      GROUP BY \(catalogKeyColumn) HAVING count(*) > 1 ORDER BY \(catalogKeyColumn) LIMIT ?2
      """, last, limit
    ) { try $0.text("place") }
  }

  /// Returns the catalogue number of a release without case and punctuation; nil if it has none.
  func catalogKey(of release: Release.ID) throws -> String? {
    try first("SELECT \(catalogKeyColumn) FROM release WHERE id = ?1 AND catalog_number IS NOT NULL", release) {
      try $0.text(0)
    }
  }

  /// Returns at most `limit` releases in the lists with a record number of a source.
  package func releases(ofSource source: String, _ id: String, limit: Int) throws -> [Release] {
    let ids: [Release.ID] = try all(
      "SELECT id FROM release WHERE source = ?1 AND source_id = ?2 AND removed_at IS NULL ORDER BY id LIMIT ?3", source,
      id, limit
    ) { try $0.id(0) }
    return try ids.compactMap { try release($0) }
  }

  /// Returns at most `limit` releases in the lists with a catalogue number without case and punctuation.
  package func releases(withCatalogKey key: String, limit: Int) throws -> [Release] {
    let ids: [Release.ID] = try all(
      """
      SELECT id FROM release WHERE catalog_number IS NOT NULL AND removed_at IS NULL AND \(catalogKeyColumn) = ?1
      ORDER BY id LIMIT ?2
      """, key, limit
    ) { try $0.id(0) }
    return try ids.compactMap { try release($0) }
  }

  /// Returns the source of a release and its record number there; nil if it has none.
  package func sourceNumber(of release: Release.ID) throws -> String? {
    try first("SELECT source, source_id FROM release WHERE id = ?1 AND source_id IS NOT NULL", release) { row in
      "\(try row.optionalText("source") ?? "") \(try row.text("source_id"))"
    }
  }

  /// Returns true if a person found two releases to be different.
  package func areDifferent(_ one: Release.ID, _ other: Release.ID) throws -> Bool {
    try first("SELECT 1 FROM release_difference WHERE id = ?1", pair(one, other)) { try $0.integer(0) } != nil
  }
}

extension WriteTransaction {
  /// Notes that two releases are different.
  package func setDifferent(_ one: Release.ID, _ other: Release.ID) throws {
    try snapshot(.releaseDifference, pair(one, other))
    try run(
      "INSERT INTO release_difference (id, modified_at) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING",
      pair(one, other), now)
  }
}

/// Returns the key of two releases in any order.
private func pair(_ one: Release.ID, _ other: Release.ID) -> String {
  [one.text, other.text].sorted().joined(separator: "+")
}
