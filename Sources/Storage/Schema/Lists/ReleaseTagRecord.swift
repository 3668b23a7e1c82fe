package import Deadwax
internal import Queries

extension Queryable {
  /// Returns the tags that people put on a release, in the order in which they were entered.
  package func releaseTags(of release: Release.ID) throws -> [String] {
    try all("SELECT word FROM release_tag WHERE release_id = ?1 ORDER BY position", release) { try $0.text(0) }
  }

  /// Returns the tags of all listed releases, in the order of their keys. The text of a tag is the most frequent one.
  ///
  /// - Throws: a `StorageError`.
  package func releaseTagCounts() throws -> [ReleaseTagCount] {
    var counts: [ReleaseTagCount] = []
    // The most releases with one text of the tag.
    var most = 0
    try forEach(
      """
      SELECT t.key, t.word, count(*) AS number FROM release_tag t JOIN release r ON r.id = t.release_id
      WHERE r.removed_at IS NULL GROUP BY t.key, t.word ORDER BY t.key, t.word
      """, []
    ) { row in
      let (key, text) = (try row.text("key"), try row.text("word"))
      let number = Int(try row.integer("number"))
      guard let last = counts.indices.last, counts[last].key == key else {
        counts.append(ReleaseTagCount(key: key, text: text, releases: number))
        most = number
        return
      }
      counts[last].releases += number
      if number > most { (counts[last].text, most) = (text, number) }
    }
    return counts
  }
}

extension WriteTransaction {
  /// The table of the tags of releases.
  static var releaseTagTable: String { "release_tag" }

  /// Stores the tags of a release in place of those before, with a new version of the release. The same tags are no change.
  ///
  /// - Parameters:
  ///   - tags: the tags, of which no two have equal words.
  ///   - release: the release.
  /// - Throws: a `StorageError`.
  package func storeReleaseTags(_ tags: [String], of release: Release.ID) throws {
    guard try ReleaseTag.distinct(tags).map(\.text) != releaseTags(of: release) else { return }
    try snapshot(.release, release.text)
    try run("DELETE FROM release_tag WHERE release_id = ?1", release)
    try insertReleaseTags(tags, of: release)
    try run("UPDATE release SET version = version + 1, modified_at = ?2 WHERE id = ?1", release, now)
    try index(release: release.text)
  }

  /// Adds tags to a release without any.
  func insertReleaseTags(_ tags: [String], of release: Release.ID) throws {
    for (position, tag) in ReleaseTag.distinct(tags).enumerated() {
      try run(
        "INSERT INTO release_tag (release_id, position, key, word) VALUES (?1, ?2, ?3, ?4)", release, position,
        tag.key, tag.text)
    }
  }
}
