internal import Foundation

/// A program of the house's own that takes something over: a mail, a receipt, a sound. It is started by its path, never
/// by a shell, gets what it is for on its standard input, and is ended when it takes too long.
package struct HookProgram: Hashable, Sendable {
  package let path: String
  package let words: [String]
  package let patience: Duration

  /// - Parameters:
  ///   - path: absolute.
  ///   - words: without the program's name.
  ///   - patience: after which it is killed, with all that it has started.
  package init(_ path: String, _ words: [String] = [], patience: Duration = .seconds(30)) {
    self.path = path
    self.words = words
    self.patience = patience
  }

  /// What came of it.
  package enum Result: Hashable, Sendable {
    /// It ended with code 0.
    case done
    /// It could not be started, or ended with another code: it has not taken it over. With what it said.
    case refused(String)
    /// It was ended, or a signal ended it: nobody knows whether it has taken it over.
    case unknown(String)

    package var isDone: Bool { self == .done }

    /// In a sentence; empty when it was done.
    package var said: String {
      switch self {
      case .done: ""
      case .refused(let said), .unknown(let said): said
      }
    }
  }

  /// Runs the program. Blocks until it has ended, or its time is over.
  ///
  /// - Parameters:
  ///   - input: for its standard input.
  ///   - more: words behind its own.
  /// - Returns: what came of it.
  package func run(_ input: [UInt8], _ more: [String] = []) -> Result {
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(path, words + more).finish(input, within: patience)
      let said = ending.output.trimmingCharacters(in: .whitespacesAndNewlines).prefix(300)
      let sentence = "\(path) \(ending.description)" + (said.isEmpty ? "." : ": \(said)")
      guard let code = ending.code else { return .unknown(sentence) }
      return code == 0 ? .done : .refused(sentence)
    } catch {
      if case .cannotStart = error { return .refused(error.description) }
      return .unknown(error.description)
    }
  }

  /// A program by its name, in the folders of PATH.
  package static func find(_ program: String) -> String? {
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return places.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
