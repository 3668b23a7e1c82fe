package import Deadwax

extension WriteTransaction {
  /// Asks for a release to be looked up by its barcode. A job that is open already for this barcode stands for both.
  package func enqueueLookup(
    _ gtin: GTIN, for release: Release.ID, scan: Reading.ID?
  ) throws {
    try run(
      """
      INSERT INTO lookup_job (kind, gtin, release_id, state, next_try_at, scan_id, created_at, updated_at)
      VALUES ('search', ?1, ?2, 'pending', ?4, ?3, ?4, ?4)
      ON CONFLICT (kind, gtin) WHERE state IN ('pending', 'running', 'blocked') DO NOTHING
      """, gtin.key, release, scan, now)
  }
}
