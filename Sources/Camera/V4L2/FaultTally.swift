/// Counts frames that were left out.
struct FaultTally {
  /// Since the last good frame.
  private var inARow = 0
  private var last: FrameFault?

  /// Counts what was skipped.
  ///
  /// - Returns: what there is to tell; nil when it is nobody's fault: after a pause of ours, old frames are the rule.
  mutating func add(_ faults: [FrameFault]) -> Sight? {
    let faults = faults.filter { $0 != .stale }
    guard let newest = faults.last else { return nil }
    inARow += faults.count
    last = newest
    return .damaged(frames: faults.count, reason: newest.description)
  }

  /// A good frame has come.
  mutating func clear() { inARow = 0 }

  /// What is wrong with the frames that come, if none of them is good; nil when none come at all.
  var complaint: String? { inARow > 0 ? last?.description : nil }
}
