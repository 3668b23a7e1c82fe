internal import Threads

/// A timer that calls a function repeatedly on a lane of its own.
final class RepeatingTimer: Sendable {
  private let stopping = Latch()
  private let ended = Latch()

  init(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
    let (stopping, ended) = (stopping, ended)
    _ = DedicatedThread("ticker") {
      while !stopping.wait(atMost: interval) { body() }
      ended.raise()
    }
  }

  func stop() {
    stopping.raise()
    ended.wait()
  }
}
