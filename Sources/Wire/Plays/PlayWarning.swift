package import Deadwax

/// A limit of the performance complement of the United States that a play exceeds.
package struct PlayWarning: Codable, Sendable {
  package var rule: String
  /// The title of the record, or the artist.
  package var subject: String
  /// The number of different recordings, with this one.
  package var count: Int
  /// The greatest number that the rule allows.
  package var limit: Int
  /// The play, and its start.
  package var play: Play.ID
  package var at: RFC3339Time

  package init(rule: String, subject: String, count: Int, limit: Int, play: Play.ID, at: Timestamp) {
    self.rule = rule
    self.subject = subject
    self.count = count
    self.limit = limit
    self.play = play
    self.at = RFC3339Time(at)
  }
}
