package import Deadwax

/// A release of the library with its number at Discogs.
package struct DiscogsHolding: Hashable, Sendable {
  package let release: Release.ID
  /// Discogs' number of the release.
  package let number: Int64
  package let title: String
  package let artist: String
  /// The number of copies that are neither lost nor withdrawn.
  package let copies: Int
  package let isWished: Bool

  package init(
    release: Release.ID, number: Int64, title: String, artist: String, copies: Int, isWished: Bool
  ) {
    self.release = release
    self.number = number
    self.title = title
    self.artist = artist
    self.copies = copies
    self.isWished = isWished
  }
}
