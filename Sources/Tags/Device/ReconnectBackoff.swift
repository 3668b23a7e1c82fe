/// The delay before the next attempt. It doubles each time, from 0.1 s to 5 s, with a random jitter of ±20 %.
package struct ReconnectBackoff: Sendable {
  private static let first = Duration.milliseconds(100)
  private static let last = Duration.seconds(5)

  private var base = Self.first

  package init() {}

  /// Returns the next delay.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    let pause = base * Double.random(in: 0.8...1.2, using: &random)
    base = min(base * 2, Self.last)
    return pause
  }

  /// Resets the delay to the shortest, after a success.
  package mutating func reset() { base = Self.first }
}
