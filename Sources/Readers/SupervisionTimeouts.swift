/// The time limits of a supervisor.
package struct SupervisionTimeouts: Sendable {
  /// The pause before the first restart; it doubles with each further one.
  package var firstPause = Duration.milliseconds(100)
  package var longestPause = Duration.seconds(5)
  /// The longest pause for a reader that had been ready: with a second for its start it is back within 3 s.
  package var longestPauseAfterReady = Duration.milliseconds(1500)
  /// The pause if a restart can help only after someone has changed something.
  package var pauseAfterFailure = Duration.seconds(30)
  /// The time for which a reader must be ready before pauses begin with the first again.
  package var steadyTime = Duration.seconds(10)
  /// The timeout for a reader's hello.
  package var helloTimeout = Duration.seconds(10)
  /// The timeout for a reader's next line after its hello. Readers repeat their state every second.
  package var lineTimeout = Duration.seconds(3)
  /// The time between a stop request and SIGTERM, and again between SIGTERM and SIGKILL.
  package var stopTimeout = Duration.seconds(1)
  /// The time after which a killed process is given up, because it hangs in a driver.
  package var killTimeout = Duration.seconds(2)

  package init() {}

  /// The number of starts without ever being ready after which a reader counts as failed.
  static let startsUntilFailed = 5
}
