internal import Glibc
internal import Log
internal import ReaderProtocol
internal import Threads

/// The messages from the host on standard input, read on a separate lane.
final class HostInput: Sendable {
  private struct Said {
    var previewRate = 0.0
    var isOver = false
  }

  private let said = Locked(Said())

  /// The time in which the session must end by itself after the host has gone.
  private static let grace = Duration.seconds(2)

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - waker: ends the camera's wait after a message.
  ///   - log: receives a warning, once, about a line that cannot be parsed.
  init(waker: Waker, log: Logger) {
    _ = DedicatedThread("host input") { [said] in
      HostLines(STDIN_FILENO, log: log).read { message in
        if case .preview(let rate) = message { said.withLock { $0.previewRate = rate } }
        waker.wake()
      }
      said.withLock { $0.isOver = true }
      waker.wake()
      // If the host has stopped reading, the session may block in a write; the process must end nevertheless.
      _ = Latch().wait(atMost: Self.grace)
      exit(ReaderExitCode.done)
    }
  }

  /// True if the host has requested a stop or is gone.
  var isOver: Bool { said.withLock { $0.isOver } }

  /// The number of preview pictures per second; 0 for none.
  var previewRate: Double { said.withLock { $0.previewRate } }
}
