internal import Glibc
internal import Lanes

/// Where log lines go; passed in, never global.
///
/// A line is one sentence, with its facts behind it. What identifies a borrower or opens a door never goes in.
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

  /// - Parameters:
  ///   - part: the part of the program that speaks, as `storage`.
  ///   - threshold: the least level that is written.
  ///   - sink: takes whole lines, from any thread.
  package init(part: String, threshold: Level = .info, sink: @escaping @Sendable (Level, String) -> Void) {
    self.part = part
    self.threshold = threshold
    self.sink = sink
  }

  /// Lines on standard error; under systemd each with the `<n>` prefix that the journal reads as its priority
  /// (`sd-daemon(3)`).
  package static func standardError(part: String, threshold: Level = .info) -> Logger {
    let underSystemd = getenv("JOURNAL_STREAM") != nil
    return Logger(part: part, threshold: threshold) { level, line in
      var text = underSystemd ? "<\(level.rawValue)>\(line)\n" : "\(level) \(line)\n"
      // One write(2), so that lines of several threads do not mix.
      text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
  }

  /// A logger that keeps nothing.
  package static let silent = Logger(part: "", threshold: .error) { _, _ in }

  /// The same sink for another part of the program.
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

/// Says a repeated fault once, and how often it came when it is over.
package final class Once: Sendable {
  private let counts = Guarded<[String: Int]>([:])

  package init() {}

  /// True for the first of a row of equal faults.
  package func isFirst(_ fault: String) -> Bool {
    counts.withLock { counts in
      counts[fault, default: 0] += 1
      return counts[fault] == 1
    }
  }

  /// Ends the row, and returns how many there were.
  @discardableResult
  package func over(_ fault: String) -> Int { counts.withLock { $0.removeValue(forKey: fault) ?? 0 } }
}
