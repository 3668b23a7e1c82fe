package import Deadwax

/// A show, as lists have it.
package struct ShowSummary: Codable, Sendable {
  package var id: String
  /// The day as `1977-05-08`.
  package var date: String
  package var band: String
  package var venue: String
  package var city: String?
  package var state: String?
  package var country: String
  /// The number of its recordings.
  package var recordings: Int
  /// The average rating of its recordings, 0 to 5; omitted if there is none.
  package var rating: Double?
  package var reviews: Int
  /// The recording of the best rating.
  package var bestRecording: String?
  package var isInLibrary: Bool

  package init(_ show: Show) {
    id = show.id
    date = show.date
    band = show.band
    venue = show.venue
    city = show.city
    state = show.state
    country = show.country
    recordings = show.recordingCount
    rating = show.rating
    reviews = show.reviews
    bestRecording = show.bestRecording
    isInLibrary = show.libraryAddedAt != nil
  }
}
