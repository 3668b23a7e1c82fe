/// The times that a supervisor keeps.
package struct Pace: Sendable {
  /// The pause before the first start after an end; it doubles with each further one.
  package var firstPause = Duration.milliseconds(100)
  package var longestPause = Duration.seconds(5)
  /// The longest pause for a reader that had been ready: with a second for its start it is back within 3 s.
  package var longestPauseAfterReady = Duration.milliseconds(1500)
  /// The pause when starting again can help only after somebody has changed something.
  package var pauseAfterFailure = Duration.seconds(30)
  /// A reader that was ready for so long begins with the first pause again.
  package var steady = Duration.seconds(10)
  /// How long a reader may take to say hello.
  package var greeting = Duration.seconds(10)
  /// How long a reader that has said hello may say nothing; readers repeat their state every second.
  package var silence = Duration.seconds(3)
  /// How long a reader that is asked to stop may take before SIGTERM, and then again before SIGKILL.
  package var patience = Duration.seconds(1)
  /// How long a killed process may take to be gone; one that hangs in a driver is given up then.
  package var dying = Duration.seconds(2)

  package init() {}

  /// How many starts without ever becoming ready make a reader count as failed.
  static let startsUntilFailed = 5
}
