package import Deadwax

/// A copy with everything that a table of the whole collection has about it.
package struct CatalogueRow: Sendable {
  package var copy: Copy
  package var release: Release
  package var facts: OwnFacts
  /// The UIDs of its tags, the oldest binding first.
  package var tags: [String]
  /// The numbers of its release at external sources.
  package var numbers: [ReleaseLink.Source: String]
  /// The tags that people put on its release, separated by semicolons; nil for none.
  package var releaseTags: String?
}

extension Queryable {
  /// Passes on every copy in the order of the numbers. No list of them is made.
  package func forEachCopy(_ body: (CatalogueRow) throws -> Void) throws {
    let own = ownColumns.split(separator: ",").map { "c." + $0.drop(while: \.isWhitespace) }.joined(separator: ", ")
    let sources = ReleaseLink.Source.allCases
    let numbers = sources.map {
      "(SELECT n.number FROM release_link n WHERE n.release_id = r.id AND n.source = '\($0.rawValue)')"
    }.joined(separator: ", ")
    try forEach(
      """
      SELECT \(numbers), \(copyColumns), \(releaseColumns), \(own),
        (SELECT group_concat(t.value) FROM (
          SELECT k.value FROM code k WHERE k.class = 'tag' AND k.copy_id = c.id AND k.ended_at IS NULL ORDER BY k.id
        ) t) AS tags,
        (SELECT group_concat(g.word, '; ') FROM (
          SELECT n.word FROM release_tag n WHERE n.release_id = r.id ORDER BY n.position
        ) g) AS release_tags
      \(copyTables) ORDER BY c.number
      """, []
    ) { row in
      var found: [ReleaseLink.Source: String] = [:]
      for (index, source) in sources.enumerated() {
        found[source] = try row.optionalText(Column(index))
      }
      try body(
        CatalogueRow(
          copy: try copy(from: row), release: try release(from: row), facts: try ownFacts(from: row),
          tags: try row.optionalText("tags")?.split(separator: ",").map(String.init) ?? [], numbers: found,
          releaseTags: try row.optionalText("release_tags")))
    }
  }
}
