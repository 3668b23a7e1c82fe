internal import Deadwax
internal import Foundation
internal import Readers

/// The way labels are sent to a printer.
package enum LabelPrinting: Hashable, Sendable {
  /// The sheets are downloaded and printed by hand.
  case none
  /// A program of the library's own, called with the path of the PDF.
  case command(String)
  /// A CUPS queue, used through `lp`.
  case queue(String)

  /// The timeout of a printing program. It submits the sheets and does not wait for paper.
  package static let patience = Duration.seconds(60)

  /// The result of printing.
  package struct Result: Equatable, Sendable {
    package var isPrinted: Bool
    /// The output of the program, preceded by a sentence if it failed.
    package var output: String
    package var code: Int?
  }

  /// Sends a file to the printer. Blocks until the program ends or the timeout expires.
  ///
  /// - Parameters:
  ///   - path: the path of the PDF.
  ///   - limit: the timeout, after which the program is killed.
  /// - Returns: the result.
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
        return Result(isPrinted: false, output: "lp is not installed (Debian package cups-client).")
      }
      program = found
      // Printed without scaling: a scaled bar is no longer a whole number of pixels.
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
