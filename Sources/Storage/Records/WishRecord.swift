package import Deadwax

extension Queryable {
  /// Since when a release is on the list of what the house would like to have; nil when it is not.
  package func wishedAt(_ release: Release.ID) throws -> Timestamp? {
    try first("SELECT wished_at FROM release WHERE id = ?1", release) { try $0.optionalTime(0) } ?? nil
  }

  /// At most `limit` releases of the wish-list, what was wished last at the front.
  ///
  /// - Parameters:
  ///   - cursor: where the page before ended: `wishedAt` and id of its last release.
  ///   - limit: how many at most.
  /// - Returns: the releases, each with since when.
  /// - Throws: a `StorageError`.
  package func wishes(
    after cursor: ListCursor? = nil, limit: Int
  ) throws -> [(release: Release, wishedAt: Timestamp)] {
    var list = ListConditions("wished_at IS NOT NULL")
    list.add("(wished_at, id) < (?, ?)", after: cursor)
    let rows = try all(
      "SELECT id, wished_at FROM release \(list.sql) ORDER BY wished_at DESC, id DESC LIMIT ?", list.values + [limit]
    ) { row -> (Release.ID, Timestamp) in (try row.id(0), try row.time(1)) }
    return try rows.compactMap { id, time in try release(id).map { ($0, time) } }
  }
}

extension WriteTransaction {
  /// Puts a release on the wish-list, or takes it off.
  ///
  /// - Returns: false when it was so already.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func setWished(_ isWished: Bool, _ release: Release.ID) throws -> Bool {
    try touch(.release, release.text)
    return try run(
      """
      UPDATE release SET wished_at = ?2, version = version + 1, modified_at = ?3
      WHERE id = ?1 AND (wished_at IS NULL) = ?4
      """, release, isWished ? now : nil, now, isWished) == 1
  }
}
