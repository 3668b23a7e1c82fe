/// The result of a replay: the numbers of compared items, and the first difference.
package struct ReplayReport: Hashable, Sendable {
  /// A difference between the recording and the replay.
  package struct Difference: Hashable, Sendable {
    /// The sequence of the event in the recording; nil for a difference that was found at the end.
    package var sequence: Int64?
    /// The item that differs, for example `outcome`, `after` or `loan 0192…`.
    package var what: String
    package var recorded: String
    package var replayed: String
  }

  /// The number of replayed events.
  package var events = 0
  /// The number of compared states. `outcomes` and `rows` are the numbers of compared outcomes and table rows.
  package var states = 0
  package var outcomes = 0
  package var rows = 0
  package var firstDifference: Difference?

  package init() {}

  package var isEqual: Bool { firstDifference == nil }

  mutating func compare(_ what: String, _ recorded: String?, _ replayed: String?, at sequence: Int64? = nil) {
    guard recorded != replayed else { return }
    // An event that fails is reported later than its successor, so only the sequence decides which one is first.
    if let known = firstDifference, (known.sequence ?? .max) <= (sequence ?? .max) { return }
    firstDifference = Difference(
      sequence: sequence, what: what, recorded: recorded ?? "nothing", replayed: replayed ?? "nothing")
  }
}
