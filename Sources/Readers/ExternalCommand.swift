internal import Foundation

/// A program supplied by the library that handles a mail, a receipt or a sound. It is started by its path, never by a
/// shell, receives its task on standard input, and is killed after a timeout.
package struct ExternalCommand: Hashable, Sendable {
  package let path: String
  package let words: [String]
  package let patience: Duration

  /// Describes a program without starting it.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - words: the arguments without the program's name.
  ///   - patience: the timeout after which it is killed, with all processes it started.
  package init(_ path: String, _ words: [String] = [], patience: Duration = .seconds(30)) {
    self.path = path
    self.words = words
    self.patience = patience
  }

  /// The result of a run.
  package enum Result: Hashable, Sendable {
    /// The program ended with code 0.
    case done
    /// The program could not be started, or ended with another code: it has not done its task. The text is the reason,
    /// with its output.
    case refused(String)
    /// The program was killed or ended by a signal, so it is unknown if it has done its task.
    case unknown(String)

    package var isDone: Bool { self == .done }

    /// The result as a sentence; empty if it was done.
    package var said: String {
      switch self {
      case .done: ""
      case .refused(let said), .unknown(let said): said
      }
    }
  }

  /// Runs the program. Blocks until it has ended or the timeout is over.
  ///
  /// - Parameters:
  ///   - input: the bytes for its standard input.
  ///   - more: arguments after its own.
  /// - Returns: the result.
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

  /// Returns the path of a program in the folders of PATH; nil if it is not there.
  package static func find(_ program: String) -> String? {
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return places.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
