internal import Glibc
internal import Lanes
internal import Log
internal import ReaderProtocol

/// What the host says on our standard input, read on a lane of its own.
final class HostInput: Sendable {
  private struct Said {
    var previewRate = 0.0
    var isOver = false
  }

  private let said = Guarded(Said())

  /// How long the session may take to end by itself once the host has gone.
  private static let grace = Duration.seconds(2)

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - waker: ends the camera's wait when something was said.
  ///   - log: where a line that cannot be understood is told, once.
  init(waker: Waker, log: Logger) {
    _ = Lane("host input") { [said] in
      HostLines(STDIN_FILENO, log: log).read { message in
        if case .preview(let rate) = message { said.withLock { $0.previewRate = rate } }
        waker.wake()
      }
      said.withLock { $0.isOver = true }
      waker.wake()
      // A host that neither reads nor lives holds the session in a write: the process must end all the same.
      _ = Signal().wait(atMost: Self.grace)
      exit(ExitCode.done)
    }
  }

  /// Whether the host said stop, or is gone.
  var isOver: Bool { said.withLock { $0.isOver } }

  /// Preview pictures a second; 0 for none.
  var previewRate: Double { said.withLock { $0.previewRate } }
}
