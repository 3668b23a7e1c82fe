/// The clock of a request gate. It never moves backwards, and a change of the wall clock does not affect it.
package struct PacingClock: Sendable {
  /// Returns the current time.
  let now: @Sendable () -> ContinuousClock.Instant
  /// Lets a duration pass at once; nil for a clock that runs by itself, on which a caller blocks.
  let skip: (@Sendable (Duration) -> Void)?

  /// The clock of the machine.
  package static let system = PacingClock(now: { .now }, skip: nil)

  /// - Parameters:
  ///   - now: returns the current time.
  ///   - skip: lets a duration pass at once, as in a test; nil if the clock runs by itself.
  package init(now: @escaping @Sendable () -> ContinuousClock.Instant, skip: (@Sendable (Duration) -> Void)?) {
    self.now = now
    self.skip = skip
  }
}
