package import Deadwax

extension Queryable {
  /// Returns the numbers of a release at external sources, in the order of the sources.
  package func links(of release: Release.ID) throws -> [ReleaseLink] {
    try all(
      "SELECT source, number, is_own FROM release_link WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      guard let source = ReleaseLink.Source(rawValue: try row.text("source")) else {
        throw StorageError(.mismatch, call: "links", message: "an unknown source")
      }
      return ReleaseLink(source: source, number: try row.optionalText("number"), isOwn: try row.flag("is_own"))
    }
  }

  /// Returns the number at the archive whose cover a person has removed from a release; nil for none.
  package func refusedCover(of release: Release.ID) throws -> String? {
    try first("SELECT refused_cover FROM release WHERE id = ?1", release) { try $0.optionalText(0) } ?? nil
  }
}

extension WriteTransaction {
  /// Stores the links of a release in place of those before, with a new version of the release.
  package func store(_ links: [ReleaseLink], of release: Release.ID) throws {
    try snapshot(.release, release.text)
    try run("DELETE FROM release_link WHERE release_id = ?1", release)
    try insert(links, of: release)
    try run("UPDATE release SET version = version + 1, modified_at = ?2 WHERE id = ?1", release, now)
  }

  /// Adds links to a release without any.
  func insert(_ links: [ReleaseLink], of release: Release.ID) throws {
    for (position, link) in links.enumerated() {
      try run(
        "INSERT INTO release_link (release_id, position, source, number, is_own) VALUES (?1, ?2, ?3, ?4, ?5)", release,
        position, link.source.rawValue, link.number, link.isOwn)
    }
  }

  /// Remembers that the archive's cover of a release is not wanted.
  ///
  /// - Parameters:
  ///   - number: the number of the release at the archive.
  ///   - release: the release.
  /// - Throws: a `StorageError`.
  package func refuseCover(_ number: String, of release: Release.ID) throws {
    try snapshot(.release, release.text)
    try run(
      "UPDATE release SET refused_cover = ?2, version = version + 1, modified_at = ?3 WHERE id = ?1", release, number,
      now)
  }
}
