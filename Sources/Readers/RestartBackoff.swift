/// The pauses before a dead reader is started again; `SupervisionTimeouts` has their lengths. They double and have a random
/// jitter of ±20 %, so that readers that ended together do not start together. They begin again after a reader was ready
/// for long enough.
package struct RestartBackoff {
  private let pace: SupervisionTimeouts
  /// The number of consecutive ends without a reader that was ready for long enough.
  package private(set) var ends = 0
  /// The number of consecutive ends without ever being ready.
  package private(set) var endsBeforeReady = 0

  package init(_ pace: SupervisionTimeouts) { self.pace = pace }

  /// Returns the pause after a reader has ended.
  ///
  /// - Parameters:
  ///   - ready: the longest time for which it was ready without interruption; nil if it never was.
  ///   - random: the generator for the jitter.
  /// - Returns: the time to wait before the next start.
  package mutating func pause(afterReady ready: Duration?, using random: inout some RandomNumberGenerator) -> Duration {
    if let ready, ready >= pace.steadyTime { ends = 0 }
    endsBeforeReady = ready == nil ? endsBeforeReady + 1 : 0
    // Beyond 2^16 every pause is the longest one.
    let doubled = pace.firstPause * (1 << min(ends, 16))
    ends += 1
    let pause = min(doubled, ready == nil ? pace.longestPause : pace.longestPauseAfterReady)
    return pause * Double.random(in: 0.8...1.2, using: &random)
  }

  /// The pause if the program could not be started.
  package var pauseAfterFailedStart: Duration { pace.pauseAfterFailure }

  /// Extends the pause after an end that only a change of the configuration can remedy; frequent retries are useless.
  package func pauseForChange(atLeast pause: Duration) -> Duration { max(pause, pace.pauseAfterFailure) }
}
