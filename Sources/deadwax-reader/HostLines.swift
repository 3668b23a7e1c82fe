internal import Glibc
internal import Log
internal import ReaderProtocol

/// What the host says on a descriptor, line by line: the same for every reader.
struct HostLines {
  private let file: Int32
  private let log: Logger
  private let once = Once()

  /// - Parameters:
  ///   - file: the descriptor, as standard input.
  ///   - log: where a line that cannot be understood is told, once.
  init(_ file: Int32, log: Logger) {
    self.file = file
    self.log = log
  }

  /// Returns when the host says stop, or says nothing more for ever. A line that cannot be understood is skipped.
  ///
  /// - Parameter body: takes every other message, as it comes.
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
      log.warning("a line from the host was skipped: \(reason); further ones are skipped silently")
    }
  }
}
