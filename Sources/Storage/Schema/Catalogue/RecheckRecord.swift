package import Deadwax

extension Queryable {
  /// Returns the newest recheck, or nil if there was none.
  package func recheck() throws -> Recheck? {
    try first(
      """
      SELECT state, position, search, total, checked, missing, started_by, started_at, modified_at, version
      FROM recheck WHERE id = 1
      """
    ) { row in
      guard let state = Recheck.State(rawValue: try row.text("state")) else {
        throw StorageError(.mismatch, call: "recheck", message: "an invalid state")
      }
      return Recheck(
        state: state, position: try row.text("position"), search: try row.optionalText("search"),
        total: Int(try row.integer("total")), checked: Int(try row.integer("checked")),
        missing: Int(try row.integer("missing")),
        startedBy: try row.optionalText("started_by"), startedAt: try row.time("started_at"),
        modifiedAt: try row.time("modified_at"), version: Int(try row.integer("version")))
    }
  }

  /// Returns the number of listed releases whose facts come from a source.
  ///
  /// - Parameters:
  ///   - source: the name of the source.
  ///   - isChosen: true for the releases alone that the query of the recheck has found.
  /// - Returns: the number.
  /// - Throws: a `StorageError`.
  package func releaseCount(source: String, isChosen: Bool) throws -> Int {
    try first(
      """
      SELECT count(*) FROM release WHERE source = ?1 AND source_id IS NOT NULL AND removed_at IS NULL
      \(Self.chosen(isChosen))
      """, source
    ) { row in Int(try row.integer(0)) } ?? 0
  }

  private static func chosen(_ isChosen: Bool) -> String {
    isChosen ? "AND id IN (SELECT release_id FROM recheck_release)" : ""
  }

  /// Returns the first listed release after an id whose facts come from a source, with its number there; nil after the
  /// last.
  ///
  /// - Parameters:
  ///   - position: an id as text; empty for the first release.
  ///   - source: the name of the source.
  ///   - isChosen: true for the releases alone that the query of the recheck has found.
  /// - Returns: the release and its number.
  /// - Throws: a `StorageError`.
  package func release(
    after position: String, source: String, isChosen: Bool
  ) throws -> (id: Release.ID, sourceID: String)? {
    try first(
      """
      SELECT id, source_id FROM release
      WHERE source = ?1 AND source_id IS NOT NULL AND removed_at IS NULL AND id > ?2 \(Self.chosen(isChosen))
      ORDER BY id LIMIT 1
      """, source, position
    ) { row in (id: try row.id("id"), sourceID: try row.text("source_id")) }
  }
}

extension WriteTransaction {
  /// Stores the progress of the recheck, unless its state has changed since it was read. The version stays: it belongs
  /// to the state, which people change.
  package func storeProgress(of recheck: Recheck) throws {
    try run(
      """
      UPDATE recheck SET position = ?1, checked = ?2, missing = ?3, modified_at = ?4 WHERE id = 1 AND version = ?5
      """, recheck.position, recheck.checked, recheck.missing, now, recheck.version)
  }

  /// Stores the recheck in place of the one before. The version counts up by itself.
  package func store(_ recheck: Recheck) throws {
    try run(
      """
      INSERT INTO recheck (id, state, position, search, total, checked, missing, started_by, started_at, modified_at)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, position = excluded.position, search = excluded.search,
        total = excluded.total, checked = excluded.checked, missing = excluded.missing, started_by = excluded.started_by,
        started_at = excluded.started_at, modified_at = excluded.modified_at, version = recheck.version + 1
      """, recheck.state.rawValue, recheck.position, recheck.search, recheck.total, recheck.checked, recheck.missing,
      recheck.startedBy, recheck.startedAt, now)
  }
}
