/// The pace of a job in the background: the average time from one step to the next, without interruptions.
struct StepPace: Sendable {
  /// The times of the last steps without an interruption.
  private var steps: [ContinuousClock.Instant] = []

  /// The number of steps from which the pace is measured.
  private static let measured = 60

  /// The average time from one step to the next; nil while it is unknown.
  var average: Duration? {
    guard let first = steps.first, let last = steps.last, steps.count > 1 else { return nil }
    return (last - first) / (steps.count - 1)
  }

  /// Notes a step that has just ended.
  mutating func note() { steps = steps.suffix(Self.measured) + [.now] }

  /// Notes an interruption.
  mutating func interrupt() { steps = [] }
}
