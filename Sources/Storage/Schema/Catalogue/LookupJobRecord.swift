package import Deadwax

extension WriteTransaction {
  /// Queues the look-up of a release by its barcode. Does nothing if an open job for this barcode exists.
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
