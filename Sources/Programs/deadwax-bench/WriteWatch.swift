internal import Foundation
internal import Storage
internal import Threads

/// Measures how long a write waits while other work goes on: it makes an empty write every few milliseconds.
final class WriteWatch: Sendable {
  private static let pause: UInt32 = 5000
  private let state = Locked((longest: 0.0, isOver: false))
  private let ended = Latch()

  init(_ database: Database) {
    _ = DedicatedThread("watching") { [self] in
      while !state.withLock({ $0.isOver }) {
        let start = seconds()
        try? database.write { _ in }
        let passed = seconds() - start
        state.withLock { $0.longest = max($0.longest, passed) }
        usleep(Self.pause)
      }
      ended.raise()
    }
  }

  /// Ends the measurement.
  ///
  /// - Returns: the longest time of a write, in seconds.
  func end() -> Double {
    state.withLock { $0.isOver = true }
    ended.wait()
    return state.withLock { $0.longest }
  }
}
