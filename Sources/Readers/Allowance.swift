/// How much may pass in a second: a bucket that fills at a steady rate, and lets a burst through while it is full.
struct Allowance {
  private let rate: Double
  private let burst: Double
  private var level: Double
  private var last: SuspendingClock.Instant

  /// - Parameters:
  ///   - rate: units a second.
  ///   - burst: units at once after a pause.
  ///   - now: the present moment.
  init(rate: Double, burst: Double, now: SuspendingClock.Instant) {
    self.rate = rate
    self.burst = burst
    level = burst
    last = now
  }

  /// Whether something may pass.
  var isOpen: Bool { level > 0 }

  mutating func refill(at now: SuspendingClock.Instant) {
    level = min(burst, level + rate * ((now - last) / .seconds(1)))
    last = now
  }

  /// What has passed may be more than was left; the next has to wait longer then.
  mutating func take(_ amount: Int) { level -= Double(amount) }

  /// How long until something may pass.
  var delay: Duration { isOpen ? .zero : .seconds(1) * ((1 - level) / rate) }
}
