package import Deadwax

extension Queryable {
  /// Returns the other releases in the lists with the same record of the same source.
  package func releases(withSourceOf id: Release.ID) throws -> [Release] {
    try listed(
      """
      SELECT o.id FROM release r JOIN release o ON o.source = r.source AND o.source_id = r.source_id
      WHERE r.id = ?1 AND r.source_id IS NOT NULL AND o.id <> r.id ORDER BY o.id LIMIT 50
      """, id)
  }

  /// Returns the other releases in the lists with a barcode of a release: as their own, as a code, or as an identifier.
  package func releases(withBarcodeOf id: Release.ID) throws -> [Release] {
    try listed(
      """
      WITH gtin (value) AS (
        SELECT barcode FROM release WHERE id = ?1 AND barcode IS NOT NULL
        UNION SELECT value FROM code WHERE release_id = ?1 AND class = 'gtin' AND ended_at IS NULL
        UNION SELECT gtin FROM identifier WHERE release_id = ?1 AND gtin IS NOT NULL
      )
      SELECT found.id FROM (
        SELECT r.id FROM release r WHERE r.barcode IN (SELECT value FROM gtin)
        UNION SELECT k.release_id FROM code k WHERE k.class = 'gtin' AND k.ended_at IS NULL
          AND k.value IN (SELECT value FROM gtin)
        UNION SELECT i.release_id FROM identifier i WHERE i.gtin IN (SELECT value FROM gtin)
      ) found WHERE found.id <> ?1 ORDER BY found.id LIMIT 50
      """, id)
  }

  /// Returns the other releases in the lists with the catalogue number of a release.
  package func releases(withCatalogNumberOf id: Release.ID) throws -> [Release] {
    guard let key = try catalogKey(of: id) else { return [] }
    return try releases(withCatalogKey: key, limit: 51).filter { $0.id != id }
  }

  private func listed(_ sql: String, _ id: Release.ID) throws -> [Release] {
    let ids: [Release.ID] = try all(sql, id) { try $0.id(0) }
    return try ids.filter { try isListed($0) }.compactMap { try release($0) }
  }
}
