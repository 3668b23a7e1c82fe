package import Deadwax

/// The facts that Archive.org has about a recording: its facts, its tracks and its reviews.
package struct ArchivedItem: Hashable, Sendable {
  /// The facts about a recording, as people entered them there.
  package struct Facts: Hashable, Codable, Sendable {
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
  }

  /// A track that can be played.
  package struct Track: Hashable, Codable, Sendable {
    package var file: String
    package var number: String?
    package var title: String?
    package var seconds: Int?
    package var format: String
    /// The address of the file.
    package var address: String
  }

  package struct Review: Hashable, Codable, Sendable {
    package var title: String?
    package var reviewer: String?
    package var date: String?
    /// 0 to 5.
    package var stars: Double?
    package var text: String?
  }

  package var facts: Facts
  package var tracks: [Track]
  package var reviews: [Review]
  /// The time at which it was fetched.
  package var fetchedAt: Timestamp
}
