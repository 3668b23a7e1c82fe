/// A tag that releases of the library have.
package struct ReleaseTagCount: Hashable, Sendable {
  /// The folded words, by which tags are compared.
  package var key: String
  /// The tag as most of its releases have it.
  package var text: String
  /// The number of listed releases that have it.
  package var releases: Int

  package init(key: String, text: String, releases: Int) {
    (self.key, self.text, self.releases) = (key, text, releases)
  }
}
