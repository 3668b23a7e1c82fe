package import Deadwax

extension Queryable {
  /// Returns the time at which a release became a favourite, or nil if it is none.
  package func favouriteSince(_ release: Release.ID) throws -> Timestamp? {
    try first("SELECT favourite_at FROM release WHERE id = ?1", release) { try $0.optionalTime(0) } ?? nil
  }
}

extension WriteTransaction {
  /// Adds a release to the favourites, or removes it. The favourites are a set.
  ///
  /// - Returns: false if nothing changed.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func setFavourite(_ isFavourite: Bool, _ release: Release.ID) throws -> Bool {
    try snapshot(.release, release.text)
    return try run(
      """
      UPDATE release SET favourite_at = ?2, version = version + 1, modified_at = ?3
      WHERE id = ?1 AND (favourite_at IS NULL) = ?4
      """, release, isFavourite ? now : nil, now, isFavourite) == 1
  }
}
