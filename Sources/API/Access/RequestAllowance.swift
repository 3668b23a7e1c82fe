internal import Deadwax

/// An allowance that is used up by requests and grows back with time.
struct RequestAllowance: Sendable {
  /// The size of an allowance and its growth.
  struct Rule: Sendable {
    /// The largest allowance.
    let most: Double
    /// The growth per second.
    let rate: Double
  }

  private let rule: Rule
  private var left: Double
  private var at = Timestamp(milliseconds: 0)

  /// Creates a complete allowance.
  init(_ rule: Rule) {
    self.rule = rule
    left = rule.most
  }

  /// Returns the seconds until something can be taken; zero if it can be taken now.
  func wait(at now: Timestamp) -> Double { max(0, 1 - left(at: now)) / rule.rate }

  /// Returns true if nothing is missing.
  func isComplete(at now: Timestamp) -> Bool { left(at: now) >= rule.most }

  /// Takes one. The caller has checked `wait(at:)`.
  mutating func take(at now: Timestamp) {
    left = left(at: now) - 1
    // After a clock was set back, the allowance grows from there, and not only when the old time comes again.
    at = now
  }

  /// Returns what was taken.
  mutating func restore() { left = min(rule.most, left + 1) }

  private func left(at now: Timestamp) -> Double {
    min(rule.most, left + max(0, (now - at) / .seconds(1)) * rule.rate)
  }
}
