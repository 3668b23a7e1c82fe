package import Deadwax

/// A tag that people put on releases. It is no NFC tag.
package struct ReleaseTagResource: Codable, Sendable {
  /// The tag as most of its releases have it.
  package var tag: String
  /// The number of releases that have it.
  package var releases: Int
  /// The query of the library that finds these releases; omitted if the language has none.
  package var query: String?

  package init(_ tag: ReleaseTagCount, query: String?) {
    (self.tag, releases, self.query) = (tag.text, tag.releases, query)
  }
}
