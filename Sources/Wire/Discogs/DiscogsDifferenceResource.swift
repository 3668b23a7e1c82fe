package import Deadwax

/// One release in the comparison of the library with a list at Discogs.
package struct DiscogsDifferenceResource: Codable, Sendable {
  package var list: DiscogsList
  /// Discogs' number of the release.
  package var number: Int64
  package var title: String
  package var artist: String
  /// The release in the library, if there is one.
  package var release: Release.ID?
  /// The number of copies in the library; 1 for a wish.
  package var here: Int
  /// The number of instances at Discogs; 1 for a wish.
  package var there: Int
  package var difference: DiscogsDifference

  package init(
    list: DiscogsList, number: Int64, title: String, artist: String, release: Release.ID?, here: Int, there: Int,
    difference: DiscogsDifference
  ) {
    self.list = list
    self.number = number
    self.title = title
    self.artist = artist
    self.release = release
    self.here = here
    self.there = there
    self.difference = difference
  }
}
