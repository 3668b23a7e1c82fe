package import Deadwax

/// A limit of the performance complement that a play exceeds.
package struct ComplementWarning: Hashable, Sendable {
  package enum Rule: String, CaseIterable, Sendable {
    case phonorecord, artist, set
    case phonorecordInARow = "phonorecord-in-a-row"
    case artistInARow = "artist-in-a-row"
    case setInARow = "set-in-a-row"
  }

  package var play: Play.ID
  package var at: Timestamp
  package var rule: Rule
  /// The number of different recordings, with this one.
  package var count: Int
  /// The greatest number that the rule allows.
  package var limit: Int
  /// The title of the record, or the artist.
  package var subject: String
}
