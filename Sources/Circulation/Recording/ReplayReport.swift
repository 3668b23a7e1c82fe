/// How a replay went: what was compared, and the first thing that was not the same.
package struct ReplayReport: Hashable, Sendable {
  /// Something that came out differently.
  package struct Difference: Hashable, Sendable {
    /// The number in the recording after which it was seen; nil for what was seen at the end.
    package var sequence: Int64?
    /// What is different, as `outcome`, `after` or `loan 0192…`.
    package var what: String
    package var recorded: String
    package var replayed: String
  }

  /// How many events happened again.
  package var events = 0
  /// How many states and outcomes were compared, and how many rows of tables.
  package var states = 0
  package var outcomes = 0
  package var rows = 0
  package var firstDifference: Difference?

  package init() {}

  package var isEqual: Bool { firstDifference == nil }

  mutating func compare(_ what: String, _ recorded: String?, _ replayed: String?, at sequence: Int64? = nil) {
    guard recorded != replayed else { return }
    // What was told to be done, and then could not be kept, is told after what came next.
    if let known = firstDifference, (known.sequence ?? .max) <= (sequence ?? .max) { return }
    firstDifference = Difference(
      sequence: sequence, what: what, recorded: recorded ?? "nothing", replayed: replayed ?? "nothing")
  }
}
