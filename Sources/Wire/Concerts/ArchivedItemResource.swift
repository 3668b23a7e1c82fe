package import Deadwax

/// The facts that Archive.org has about a recording.
package struct ArchivedItemResource: Codable, Sendable {
  package var title: String?
  package var creator: String?
  package var date: String?
  package var venue: String?
  package var place: String?
  package var source: String?
  package var lineage: String?
  package var taper: String?
  package var transferer: String?
  package var description: String?
  package var tracks: [Track]
  package var reviews: [Review]
  package var fetchedAt: RFC3339Time

  /// A track that can be played.
  package struct Track: Codable, Sendable {
    package var number: String?
    package var title: String?
    package var seconds: Int?
    package var file: String
    package var format: String
    /// The address of the file at Archive.org.
    package var address: String

    package init(number: String?, title: String?, seconds: Int?, file: String, format: String, address: String) {
      (self.number, self.title, self.seconds) = (number, title, seconds)
      (self.file, self.format, self.address) = (file, format, address)
    }
  }

  /// A review of a listener.
  package struct Review: Codable, Sendable {
    package var title: String?
    package var reviewer: String?
    package var date: String?
    /// 0 to 5.
    package var stars: Double?
    package var text: String?

    package init(title: String?, reviewer: String?, date: String?, stars: Double?, text: String?) {
      (self.title, self.reviewer, self.date, self.stars, self.text) = (title, reviewer, date, stars, text)
    }
  }

  package init(tracks: [Track], reviews: [Review], fetchedAt: Timestamp) {
    (self.tracks, self.reviews) = (tracks, reviews)
    self.fetchedAt = RFC3339Time(fetchedAt)
  }
}
