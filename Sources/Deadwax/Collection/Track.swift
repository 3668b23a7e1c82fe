/// A row of the track list. A heading groups the rows after it; an index has parts below it.
package struct Track: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable { case track, heading, index, part }

  package var kind: Kind
  /// The printed position: "A1", "2-04"; empty for a heading.
  package var position: String
  package var title: String
  /// The length in seconds; nil if unknown.
  package var seconds: Int?
  package var parts: [Track]
  /// The artists of this track, if they differ from those of the release, and the others who took part in it.
  package var credits: [ArtistCredit]

  package init(
    kind: Kind = .track, position: String, title: String, seconds: Int? = nil, parts: [Track] = [],
    credits: [ArtistCredit] = []
  ) {
    self.kind = kind
    self.position = position
    self.title = title
    self.seconds = seconds
    self.parts = parts
    self.credits = credits
  }
}
