package import Deadwax

/// A show with its setlist, its recordings and what the library notes about it.
package struct ShowResource: Codable, Sendable {
  package var show: ShowSummary
  package var url: String?
  package var setlistStatus: String?
  package var sets: [SetDetail]
  package var lineupStatus: String?
  package var musicians: [Musician]
  /// The recordings, those of the best rating first.
  package var recordings: [ShowRecordingResource]
  /// The shows before and after it in the order of time.
  package var previous: ShowSummary?
  package var next: ShowSummary?
  package var collections: [ConcertCollectionResource]
  /// The notes of the library about it; omitted if it is not in the library.
  package var library: ShowLibraryResource?
  /// The copies of the library that have a recording of it.
  package var copies: [BoundCopy]

  /// A set of a show.
  package struct SetDetail: Codable, Sendable {
    package var name: String
    package var songs: [Song]

    package init(name: String, songs: [Song]) { (self.name, self.songs) = (name, songs) }
  }

  /// A song as it was played.
  package struct Song: Codable, Sendable {
    package var title: String
    /// True if the next song follows without a pause.
    package var isSegue: Bool

    package init(title: String, isSegue: Bool) { (self.title, self.isSegue) = (title, isSegue) }
  }

  /// A musician of a show.
  package struct Musician: Codable, Sendable {
    package var name: String
    package var instruments: String?

    package init(name: String, instruments: String?) { (self.name, self.instruments) = (name, instruments) }
  }

  /// A copy with the recording that it has.
  package struct BoundCopy: Codable, Sendable {
    package var copy: CopySummary
    package var recording: String?

    package init(copy: CopySummary, recording: String?) { (self.copy, self.recording) = (copy, recording) }
  }

  /// Creates a show with nothing but its own facts.
  package init(_ show: Show, sets: [SetDetail], musicians: [Musician], recordings: [ShowRecording]) {
    self.show = ShowSummary(show)
    url = show.url
    setlistStatus = show.setlistStatus
    lineupStatus = show.lineupStatus
    (self.sets, self.musicians) = (sets, musicians)
    self.recordings = recordings.map { ShowRecordingResource($0) }
    (collections, copies) = ([], [])
  }
}
