internal import Glibc
internal import Log
internal import ReaderProtocol

/// The messages from the host on a descriptor, line by line. All readers share it.
struct HostLines {
  private let file: Int32
  private let log: Logger
  private let once = RepeatFilter()

  /// Creates a reader of lines.
  ///
  /// - Parameters:
  ///   - file: the descriptor, such as standard input.
  ///   - log: receives a warning, once, about a line that cannot be parsed.
  init(_ file: Int32, log: Logger) {
    self.file = file
    self.log = log
  }

  /// Reads messages until the host requests a stop or closes the descriptor. Skips lines that cannot be parsed.
  ///
  /// - Parameter body: receives every other message, in order.
  func read(_ body: (HostMessage) -> Void) {
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if line.count < ReaderLine.lengthLimit { line.append(byte) } else { isTooLong = true }
          continue
        }
        if isTooLong {
          skip("it is longer than \(ReaderLine.lengthLimit) bytes")
        } else if !line.isEmpty, let message = understand(line) {
          if message == .stop { return }
          body(message)
        }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
      }
    }
  }

  private func understand(_ line: [UInt8]) -> HostMessage? {
    do throws(ReaderLine.Unreadable) {
      return try ReaderLine.decodeHost(line)
    } catch {
      skip(error.reason)
      return nil
    }
  }

  private func skip(_ reason: String) {
    if once.isFirst("line") {
      log.warning("skipped a line from the host: \(reason); further ones are skipped silently")
    }
  }
}
