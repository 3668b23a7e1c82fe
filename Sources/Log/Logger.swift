internal import Glibc

/// A destination for log lines. It is passed in, never global.
///
/// A line is one sentence, followed by its facts. It never contains data that identifies a borrower or grants access.
package struct Logger: Sendable {
  package enum Level: Int, Sendable, Comparable, CaseIterable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7

    package static func < (left: Level, right: Level) -> Bool { left.rawValue > right.rawValue }
  }

  private let part: String
  private let threshold: Level
  private let sink: @Sendable (Level, String) -> Void

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - part: the name of the program's part, such as `storage`.
  ///   - threshold: the lowest level that is written.
  ///   - sink: receives complete lines, on any thread.
  package init(part: String, threshold: Level = .info, sink: @escaping @Sendable (Level, String) -> Void) {
    self.part = part
    self.threshold = threshold
    self.sink = sink
  }

  /// Returns a logger that writes to standard error. Under systemd, each line has the `<n>` prefix that the journal
  /// reads as its priority (`sd-daemon(3)`).
  package static func standardError(part: String, threshold: Level = .info) -> Logger {
    let underSystemd = getenv("JOURNAL_STREAM") != nil
    return Logger(part: part, threshold: threshold) { level, line in
      var text = underSystemd ? "<\(level.rawValue)>\(line)\n" : "\(level) \(line)\n"
      // A single write(2) prevents lines of several threads from mixing.
      text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
  }

  /// A logger that discards all lines.
  package static let silent = Logger(part: "", threshold: .error) { _, _ in }

  /// Returns a logger with the same sink for another part of the program.
  package func part(_ name: String) -> Logger { Logger(part: name, threshold: threshold, sink: sink) }

  package func error(_ sentence: @autoclosure () -> String) { log(.error, sentence()) }
  package func warning(_ sentence: @autoclosure () -> String) { log(.warning, sentence()) }
  package func info(_ sentence: @autoclosure () -> String) { log(.info, sentence()) }
  package func debug(_ sentence: @autoclosure () -> String) { log(.debug, sentence()) }

  private func log(_ level: Level, _ sentence: @autoclosure () -> String) {
    guard level >= threshold else { return }
    sink(level, "\(part): \(sentence())")
  }
}
