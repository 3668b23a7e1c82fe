package import Deadwax

/// The search for the slot that comes next, when copies are put into a row of slots one after another.
package struct SlotSequence: Hashable, Sendable {
  /// The slot for the next copy; nil if no usable slot follows.
  package let next: Slot?
  /// The slots before it that hold another copy or are disabled.
  package let skipped: [Int]

  /// - Parameters:
  ///   - row: the slots that follow, by number, with the copies that belong there.
  ///   - copy: the copy that has just been placed, which has left any slot of the row.
  package init(_ row: [SlotOccupancy], placed copy: Copy.ID?) {
    next = row.first { $0.takes(copy) }?.slot
    skipped = next == nil ? [] : row.prefix { !$0.takes(copy) }.map(\.slot.number)
  }

  /// Returns numbers in ascending order as people write them: `119-121, 130`.
  package static func text(of numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }
}
