/// A count of skipped frames.
struct FrameFaultCounts {
  /// The number of faults since the last good frame.
  private var inARow = 0
  private var last: FrameFault?

  /// Counts skipped frames.
  ///
  /// - Returns: the sight to report; nil if only stale frames were skipped. After a pause of this program, stale frames
  ///   are normal.
  mutating func add(_ faults: [FrameFault]) -> FrameEvent? {
    let faults = faults.filter { $0 != .stale }
    guard let newest = faults.last else { return nil }
    inARow += faults.count
    last = newest
    return .damaged(frames: faults.count, reason: newest.description)
  }

  /// Resets the count after a good frame.
  mutating func clear() { inARow = 0 }

  /// The fault of the frames that arrive, if none of them is good; nil if none arrive.
  var complaint: String? { inARow > 0 ? last?.description : nil }
}
