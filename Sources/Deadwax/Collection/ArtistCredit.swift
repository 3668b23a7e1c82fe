/// An artist's name on a release, and the role there.
package struct ArtistCredit: Hashable, Codable, Sendable {
  package var name: String
  /// The text between this name and the next, such as " & ".
  package var join: String?
  /// The role; nil for a main artist.
  package var role: String?

  package init(name: String, join: String? = nil, role: String? = nil) {
    self.name = name
    self.join = join
    self.role = role
  }
}
