package import Deadwax

/// A recording of a show.
package struct ShowRecordingResource: Codable, Sendable {
  /// The identifier at Archive.org.
  package var identifier: String
  /// The id of the show.
  package var show: String
  /// The kind of source: `SBD`, `AUD`, `FM`, `MATRIX`, `REMASTER` or `UNKNOWN`.
  package var sourceType: String
  /// The rating by which recordings are compared, 0 to 5.
  package var rating: Double
  package var rawRating: Double
  package var reviews: Int
  /// The trust in the rating, 0 to 1.
  package var confidence: Double
  package var taper: String?
  package var source: String?
  package var lineage: String?

  package init(_ recording: ShowRecording) {
    identifier = recording.identifier
    show = recording.show
    sourceType = recording.sourceType.rawValue
    rating = recording.rating
    rawRating = recording.rawRating
    reviews = recording.reviews
    confidence = recording.confidence
    taper = recording.taper
    source = recording.source
    lineage = recording.lineage
  }
}
