import Glibc
import Lanes

/// How late the machine wakes threads, measured beside a test that measures time: on one that is busy with other work
/// every hand-over between threads waits for its turn, and a limit has to make room for that.
final class Lateness: Sendable {
  private struct Seen {
    var count = 0
    var sum = Duration.zero
    var worst = Duration.zero
  }

  private let seen = Guarded(Seen())
  private let stop = Signal()

  init() {
    _ = Lane("lateness") { [seen, stop] in
      while !stop.isRaised {
        let start = ContinuousClock.now
        usleep(1000)
        let late = ContinuousClock.now - start - .milliseconds(1)
        seen.withLock {
          $0.count += 1
          $0.sum += late
          $0.worst = max($0.worst, late)
        }
      }
    }
  }

  deinit { stop.raise() }

  /// For one waking.
  var mean: Duration { seen.withLock { $0.count == 0 ? .zero : $0.sum / $0.count } }

  var worst: Duration { seen.withLock { $0.worst } }
}

/// The times of a row of taps, and what may be asked of them.
struct TapTimes {
  private let sorted: [Duration]
  private let mean: Duration
  private let worst: Duration

  init(_ times: [Duration], lateness: Lateness) {
    sorted = times.sorted()
    mean = lateness.mean
    worst = lateness.worst
  }

  /// A tap is told after about five commands, each of which wakes the chip's thread three times and the reader's two.
  private static let wakings = 25

  var half: Duration { sorted[sorted.count / 2] }
  /// Of 50 the greatest.
  var nearlyAll: Duration { sorted[(sorted.count * 99 - 1) / 100] }

  /// Whether half come within a tenth of a second and nearly all within a fifth, but for the machine's own lateness.
  var areGood: Bool {
    half <= .milliseconds(100) + mean * Self.wakings
      && nearlyAll <= .milliseconds(200) + mean * Self.wakings + worst * 2
  }

  var sentence: String {
    "p50 \(half), p99 \(nearlyAll), least \(sorted[0]); a waking is \(mean) late, at worst \(worst)"
  }
}
