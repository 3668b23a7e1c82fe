/// The result of a replay.
package struct ReplayReportResource: Codable, Sendable {
  /// The number of replayed events.
  package var events: Int
  /// The number of compared states.
  package var states: Int
  /// The number of compared outcomes.
  package var outcomes: Int
  /// The number of compared rows.
  package var rows: Int
  /// True if everything was equal.
  package var isEqual: Bool
  /// The first difference.
  package var firstDifference: String?

  package init(events: Int, states: Int, outcomes: Int, rows: Int, isEqual: Bool, firstDifference: String? = nil) {
    self.events = events
    self.states = states
    self.outcomes = outcomes
    self.rows = rows
    self.isEqual = isEqual
    self.firstDifference = firstDifference
  }
}
