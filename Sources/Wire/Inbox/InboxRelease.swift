package import Deadwax

/// The details of a release, entered by hand.
package struct InboxRelease: Codable, Sendable {
  /// The title of the release.
  package var title: String
  /// The artist of the release.
  package var artist: String
  package var medium: Medium

  package init(title: String, artist: String, medium: Medium) {
    self.title = title
    self.artist = artist
    self.medium = medium
  }
}
