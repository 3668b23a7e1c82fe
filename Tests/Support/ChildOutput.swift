internal import Glibc
internal import Threads

/// The lines that a child process prints on one stream, read on a lane as they arrive.
final class ChildOutput: Sendable {
  private struct Printed {
    var lines: [String] = []
    /// The number of lines dropped at the front.
    var dropped = 0
    var isAtEnd = false

    mutating func append(_ more: [String]) {
      lines += more
      guard lines.count > limit else { return }
      let excess = lines.count - limit / 2
      lines.removeFirst(excess)
      dropped += excess
    }
  }

  /// The number of lines after which the older half is dropped. A child that prints without end must not fill the
  /// memory.
  private static let limit = 100_000

  private let printed = Monitor(Printed())

  /// Reads until the end, then closes the descriptor.
  init(reading descriptor: Int32, name: String) {
    // The lane retains it too: the pipe must be drained even after its last user has gone.
    _ = DedicatedThread(name) { [printed] in
      var part: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        var lines: [String] = []
        for byte in buffer[..<count] {
          if byte == UInt8(ascii: "\n") {
            lines.append(String(decoding: part, as: UTF8.self))
            part.removeAll(keepingCapacity: true)
          } else {
            part.append(byte)
          }
        }
        printed.update { $0.append(lines) }
      }
      close(descriptor)
      printed.update {
        if !part.isEmpty { $0.append([String(decoding: part, as: UTF8.self)]) }
        $0.isAtEnd = true
      }
    }
  }

  /// The lines so far, oldest first.
  var lines: [String] { printed.read { $0.lines } }

  /// Returns the first line that matches, among those printed so far and those to come; nil at the end of the stream or
  /// after the timeout.
  func firstLine(within limit: Duration, where matches: (String) -> Bool) -> String? {
    var looked = 0
    let found: String?? = printed.wait(atMost: limit) { printed in
      for line in printed.lines.dropFirst(max(0, looked - printed.dropped)) where matches(line) { return .some(line) }
      looked = printed.dropped + printed.lines.count
      return printed.isAtEnd ? .some(nil) : nil
    }
    return found ?? nil
  }

  /// Waits for the end of the stream.
  ///
  /// - Returns: false if it did not arrive in time, for example because a grandchild holds the stream open.
  @discardableResult
  func waitForEnd(atMost limit: Duration) -> Bool {
    printed.wait(atMost: limit) { $0.isAtEnd ? true : nil } ?? false
  }
}
