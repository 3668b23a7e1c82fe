internal import Camera
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
  private let log: Logger
  private let once = Once()

  /// How long the session may take to end by itself once the host has gone.
  private static let grace = Duration.seconds(2)

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - waker: ends the camera's wait when something was said.
  ///   - log: where a line that cannot be understood is told, once.
  init(waker: Waker, log: Logger) {
    self.log = log
    _ = Lane("host input") { [self] in
      listen(waker)
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

  /// Returns at a stop, and at the end of the input.
  private func listen(_ waker: Waker) {
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if line.count < ReaderLine.lengthLimit { line.append(byte) } else { isTooLong = true }
          continue
        }
        if isTooLong {
          skip("it is longer than \(ReaderLine.lengthLimit) bytes")
        } else if !line.isEmpty, !understand(line) {
          return
        }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
        waker.wake()
      }
    }
  }

  /// - Returns: false for a stop.
  private func understand(_ line: [UInt8]) -> Bool {
    do throws(ReaderLine.Unreadable) {
      switch try ReaderLine.decodeHost(line) {
      case .preview(let rate): said.withLock { $0.previewRate = rate }
      case .stop: return false
      }
    } catch {
      skip(error.reason)
    }
    return true
  }

  private func skip(_ reason: String) {
    if once.isFirst("line") {
      log.warning("a line from the host was skipped: \(reason); further ones are skipped silently")
    }
  }
}
