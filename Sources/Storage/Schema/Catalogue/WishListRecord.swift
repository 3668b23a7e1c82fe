package import Deadwax

extension Queryable {
  /// Returns the time at which a release was put on the wish list, or nil if it is not on it.
  package func wishedAt(_ release: Release.ID) throws -> Timestamp? {
    try first("SELECT wished_at FROM release WHERE id = ?1", release) { try $0.optionalTime(0) } ?? nil
  }

  /// Returns at most `limit` releases of the wish list, the last added first.
  ///
  /// - Parameters:
  ///   - cursor: the `wishedAt` and id of the last release on the previous page, nil for the first page.
  ///   - limit: the maximum number of releases.
  /// - Returns: the releases, each with the time at which it was added.
  /// - Throws: a `StorageError`.
  package func wishes(
    after cursor: ListCursor? = nil, limit: Int
  ) throws -> [(release: Release, wishedAt: Timestamp)] {
    var list = ListConditions("wished_at IS NOT NULL AND removed_at IS NULL")
    list.add("(wished_at, id) < (?, ?)", after: cursor)
    let rows = try all(
      "SELECT id, wished_at FROM release \(list.sql) ORDER BY wished_at DESC, id DESC LIMIT ?", list.values + [limit]
    ) { row -> (Release.ID, Timestamp) in (try row.id("id"), try row.time("wished_at")) }
    return try rows.compactMap { id, time in try release(id).map { ($0, time) } }
  }
}

extension WriteTransaction {
  /// Puts a release on the wish list, or removes it.
  ///
  /// - Returns: false if nothing changed.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func setWished(_ isWished: Bool, _ release: Release.ID) throws -> Bool {
    try snapshot(.release, release.text)
    return try run(
      """
      UPDATE release SET wished_at = ?2, version = version + 1, modified_at = ?3
      WHERE id = ?1 AND (wished_at IS NULL) = ?4
      """, release, isWished ? now : nil, now, isWished) == 1
  }
}
