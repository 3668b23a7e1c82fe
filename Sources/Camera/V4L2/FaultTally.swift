/// Counts skipped frames, and says when it is time to tell of them: at the first, and then once a minute at most.
struct FaultTally {
  private var untold = 0
  private var last: FrameFault?
  private var nextTelling: ContinuousClock.Instant?
  /// Since the last good frame.
  private(set) var inARow = 0
  private(set) var total = 0

  private static let pause = Duration.seconds(60)

  /// Counts what was skipped.
  ///
  /// - Returns: a sentence, when it is time for one.
  mutating func add(_ faults: [FrameFault], at now: ContinuousClock.Instant) -> String? {
    // Old frames are the rule after a pause of ours, and nobody's fault.
    let faults = faults.filter { $0 != .stale }
    guard let newest = faults.last else { return nil }
    untold += faults.count
    inARow += faults.count
    total += faults.count
    last = newest
    guard nextTelling.map({ $0 <= now }) ?? true else { return nil }
    nextTelling = now + Self.pause
    defer { untold = 0 }
    return untold == 1 ? "\(newest)" : "\(newest); \(untold) frames since it was told last"
  }

  /// A good frame has come.
  mutating func clear() { inARow = 0 }

  /// What is wrong with the frames that come, if none of them is good; nil when none come at all.
  var complaint: String? { inARow > 0 ? last?.description : nil }
}
