/// A rate limiter: a token bucket that fills at a steady rate and allows bursts while it is full.
struct TokenBucket {
  private let rate: Double
  private let burst: Double
  private var level: Double
  private var last: SuspendingClock.Instant

  /// Creates a full bucket.
  ///
  /// - Parameters:
  ///   - rate: the rate in units per second.
  ///   - burst: the maximum number of units at once.
  ///   - now: the current time.
  init(rate: Double, burst: Double, now: SuspendingClock.Instant) {
    self.rate = rate
    self.burst = burst
    level = burst
    last = now
  }

  /// True if a unit may pass.
  var isOpen: Bool { level > 0 }

  mutating func refill(at now: SuspendingClock.Instant) {
    level = min(burst, level + rate * ((now - last) / .seconds(1)))
    last = now
  }

  /// Takes units. More than are left may be taken; the next unit then waits longer.
  mutating func take(_ amount: Int) { level -= Double(amount) }

  /// The time until a unit may pass.
  var delay: Duration { isOpen ? .zero : .seconds(1) * ((1 - level) / rate) }
}
