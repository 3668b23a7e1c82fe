internal import Lanes

/// A timer that calls a function repeatedly on a lane of its own.
final class Ticker: Sendable {
  private let stopping = Signal()
  private let ended = Signal()

  init(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
    let (stopping, ended) = (stopping, ended)
    _ = Lane("ticker") {
      while !stopping.wait(atMost: interval) { body() }
      ended.raise()
    }
  }

  func stop() {
    stopping.raise()
    ended.wait()
  }
}
