/// The pauses between the starts of a reader: they double, are spread by a fifth to either side so that readers which
/// fell together do not start together, and begin anew when one was ready for long enough.
package struct Backoff {
  private let pace: Pace
  /// Ends in a row, without a reader that was ready for long enough in between.
  package private(set) var ends = 0
  /// Of those, ends in a row without having been ready at all.
  package private(set) var endsBeforeReady = 0

  package init(_ pace: Pace) { self.pace = pace }

  /// The pause after a reader has ended.
  ///
  /// - Parameters:
  ///   - ready: for how long it had been ready at most; nil when it never was.
  ///   - random: spreads the pause.
  /// - Returns: how long to wait before the next start.
  package mutating func pause(afterReady ready: Duration?, using random: inout some RandomNumberGenerator) -> Duration {
    if let ready, ready >= pace.steady { ends = 0 }
    endsBeforeReady = ready == nil ? endsBeforeReady + 1 : 0
    // Beyond 2^16 every pause is the longest one.
    let doubled = pace.firstPause * (1 << min(ends, 16))
    ends += 1
    let pause = min(doubled, ready == nil ? pace.longestPause : pace.longestPauseAfterReady)
    return pause * Double.random(in: 0.8...1.2, using: &random)
  }
}
