internal import Glibc

/// An error in a command line, as one sentence, with advice on what to do.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  package let sentence: String

  /// The command that prints the help, or the help itself; nil if the sentence is enough.
  package let advice: String?

  package init(_ sentence: String, advice: String? = nil) {
    self.sentence = sentence
    self.advice = advice
  }

  package var description: String { sentence }

  /// The exit code of every program for such an error (sysexits.h, EX_USAGE).
  package static let exitCode: Int32 = 64

  /// Returns the error for an option with an unacceptable value: `--size must be 16x16 or more, not 8x8.`
  package static func option(_ name: String, mustBe expectation: String, not value: String) -> UsageError {
    UsageError("--\(name) must be \(expectation), not '\(printable(value))'.")
  }

  /// Prints the error to standard error, with the program's name.
  package func print(by program: String) {
    let text = Array(("\(program): \(sentence)\n" + (advice.map { "\($0)\n" } ?? "")).utf8)
    // A closed standard error is not an error of the program.
    _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
