internal import Deadwax
internal import Foundation
internal import Readers

/// How labels get to a printer.
package enum LabelPrinting: Hashable, Sendable {
  /// They are fetched and printed by hand.
  case none
  /// A program of the house's own, given the path of the PDF.
  case command(String)
  /// A queue of CUPS, by `lp`.
  case queue(String)

  /// How long a printing program may take: it hands the sheets over and does not wait for paper.
  package static let patience = Duration.seconds(60)

  /// What came of it.
  package struct Result: Equatable, Sendable {
    package var isPrinted: Bool
    /// What the program said, with a sentence before it when it did not print.
    package var output: String
    package var code: Int?
  }

  /// Hands a file to the printer. Blocks until the program has ended, or its time is over.
  ///
  /// - Parameters:
  ///   - path: of the PDF.
  ///   - limit: after which the program is killed.
  /// - Returns: what came of it.
  package func print(_ path: String, within limit: Duration = patience) -> Result {
    let program: String
    let words: [String]
    switch self {
    case .none: return Result(isPrinted: false, output: "No printer is configured.")
    case .command(let command):
      program = command
      words = [path]
    case .queue(let queue):
      guard let found = Self.find("lp") else {
        return Result(isPrinted: false, output: "There is no lp on this machine; Debian's is in cups-client.")
      }
      program = found
      // As large as it is drawn: a bar that is scaled is no whole number of pixels any more.
      words = ["-d", queue, "-t", "Deadwax labels", "-o", "print-scaling=none", "--", path]
    }
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(program, words).finish(within: limit)
      let isPrinted = ending.code == 0
      let said = ending.output.trimmingCharacters(in: .whitespacesAndNewlines)
      return Result(
        isPrinted: isPrinted, output: isPrinted ? said : "\(program) \(ending.description). \(said)",
        code: ending.code.map(Int.init))
    } catch {
      return Result(isPrinted: false, output: error.description)
    }
  }

  private static func find(_ program: String) -> String? {
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return places.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
