/// One recording of a show, as people traded or published it. The archive's identifier names it.
package struct ShowRecording: Hashable, Sendable {
  /// The kind of source of a recording. The raw value is stored.
  package enum Source: String, CaseIterable, Codable, Sendable {
    case soundboard = "SBD"
    case audience = "AUD"
    case radio = "FM"
    case matrix = "MATRIX"
    case remaster = "REMASTER"
    case unknown = "UNKNOWN"
  }

  package var identifier: String
  package var show: String
  package var sourceType: Source
  /// The rating by which recordings are compared, 0 to 5; it counts few reviews less.
  package var rating: Double
  package var rawRating: Double
  package var reviews: Int
  /// The trust in the rating, 0 to 1.
  package var confidence: Double
  package var highRatings: Int
  package var lowRatings: Int
  package var taper: String?
  /// The microphones or the desk, and the way to the tape.
  package var source: String?
  package var lineage: String?
  /// The kind of source as the package has it.
  package var sourceTypeText: String?

  package init(identifier: String, show: String, sourceType: Source) {
    (self.identifier, self.show, self.sourceType) = (identifier, show, sourceType)
    (rating, rawRating, reviews, confidence, highRatings, lowRatings) = (0, 0, 0, 0, 0, 0)
  }
}
