/// An artist's name on a release or on one of its tracks, and the role there.
package struct ArtistCredit: Hashable, Codable, Sendable {
  /// The name as printed.
  package var name: String
  /// The text between this name and the next, such as " & ".
  package var join: String?
  /// The role; nil for a main artist.
  package var role: String?
  /// The name under which the source lists the artist; nil if it is the printed one.
  package var listedAs: String?
  /// The positions of the tracks that the credit is for, as the source writes them: "A1 to A3, B2"; nil for all.
  package var tracks: String?
  /// The source's number of the artist; nil for a name that the source does not link to an artist.
  package var artist: String?

  package init(
    name: String, join: String? = nil, role: String? = nil, listedAs: String? = nil, tracks: String? = nil,
    artist: String? = nil
  ) {
    self.name = name
    self.join = join
    self.role = role
    self.listedAs = listedAs
    self.tracks = tracks
    self.artist = artist
  }
}
