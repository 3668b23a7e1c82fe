internal import Threads

/// A filter that reports a repeated fault once, and the number of its occurrences when it ends.
package final class RepeatFilter: Sendable {
  private let counts = Locked<[String: Int]>([:])

  package init() {}

  /// Counts an occurrence of a fault. Returns true for the first one since the fault last ended.
  package func isFirst(_ fault: String) -> Bool {
    counts.withLock { counts in
      counts[fault, default: 0] += 1
      return counts[fault] == 1
    }
  }

  /// Ends a fault and returns the number of its occurrences.
  @discardableResult
  package func over(_ fault: String) -> Int { counts.withLock { $0.removeValue(forKey: fault) ?? 0 } }
}
