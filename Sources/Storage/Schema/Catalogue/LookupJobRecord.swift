package import Deadwax

extension WriteTransaction {
  /// Queues the look-up of a release by its barcode. Does nothing if an open job for this barcode exists.
  ///
  /// - Parameters:
  ///   - gtin: the barcode.
  ///   - release: the release that the result fills in.
  ///   - scan: the scan that caused the look-up; nil for none.
  ///   - target: the target of the station that scanned. The job keeps it, whatever the station scans for later.
  /// - Throws: a `StorageError`.
  package func enqueueLookup(
    _ gtin: GTIN, for release: Release.ID, scan: Reading.ID?, target: ScanTarget
  ) throws {
    try run(
      """
      INSERT INTO lookup_job (kind, gtin, release_id, state, next_try_at, scan_id, created_at, updated_at, target)
      VALUES ('search', ?1, ?2, 'pending', ?4, ?3, ?4, ?4, ?5)
      ON CONFLICT (kind, gtin) WHERE state IN ('pending', 'running', 'blocked') DO NOTHING
      """, gtin.key, release, scan, now, target.rawValue)
  }

  /// Queues the request of a release by its number at Discogs. Does nothing if an open job for this number exists.
  package func enqueueLookup(
    _ address: DiscogsAddress, for release: Release.ID, scan: Reading.ID?
  ) throws {
    try run(
      """
      INSERT INTO lookup_job (kind, gtin, release_id, source_id, state, next_try_at, scan_id, created_at, updated_at)
      VALUES ('release', ?1, ?2, ?5, 'pending', ?4, ?3, ?4, ?4)
      ON CONFLICT (kind, gtin) WHERE state IN ('pending', 'running', 'blocked') DO NOTHING
      """, address.text, release, scan, now, String(address.release))
  }

  /// Puts the waiting look-ups of a release before all others, due at once, because a person waits for the answer.
  ///
  /// - Returns: true if there was one.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func hastenLookup(of release: Release.ID) throws -> Bool {
    try run(
      """
      UPDATE lookup_job SET lane = 0, next_try_at = ?2, updated_at = ?2
      WHERE release_id = ?1 AND state IN ('pending', 'not-found')
      """, release, now) > 0
  }
}
