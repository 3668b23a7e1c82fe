import Foundation
import TestSupport
import Testing

/// A Python program of the tests, in the environment that ./dev creates.
struct PythonProgram {
  /// The path relative to the repository: a file, or a folder with a `__main__.py`.
  let path: String

  /// Runs the program to its end, which must be a success, and prints its last line and those about its tests.
  func run(_ arguments: [String], environment: [String: String] = [:], within limit: Duration) async throws {
    let python = Repository.path(".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw TestFailure("\(python) is missing: ./dev test makes it")
    }
    let child = try ChildProgram(
      path: python, [Repository.path(path)] + arguments, environment: environment, in: Repository.root)
    defer { child.end() }
    let exit = try await child.exit(within: limit)
    let closing = child.lines(on: .error) + child.lines()
    // The first line is the only one that the end of a run of all tests repeats.
    #expect(
      exit == .code(0), "\(Self.failures(in: closing.joined(separator: "\n")))\n\(child.transcript.suffix(6000))")
    for line in closing {
      if line.hasPrefix("\(path): ") {
        print(line)
      } else if line.hasPrefix("Ran ") || line.contains(" passed") {
        print("\(path): \(line)")
      }
    }
  }

  /// Names the checks that failed, in one line.
  ///
  /// - Parameter transcript: everything that the program printed: the report of Python's unittest, of which the last line of
  ///   each traceback is taken; lines that begin with `FAILED`; and the failures that Schemathesis numbers.
  /// - Returns: the failures, or the last line that the program printed.
  static func failures(in transcript: String) -> String {
    let lines = transcript.split(separator: "\n").map(String.init)
    var found: [String] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("FAIL: ") || line.hasPrefix("ERROR: ") {
        // The traceback is indented; the error is the first line after it that is not.
        let error = lines[(index + 1)...].drop { !$0.hasPrefix("Traceback") }.dropFirst().first { !$0.hasPrefix(" ") }
        found.append("\(line): \(error ?? "")")
      } else if line.hasPrefix("FAILED ") {
        found.append(line)
      } else if let check = line.wholeMatch(of: /_+ ((?:GET|POST|PUT|PATCH|DELETE) .+?) _+/) {
        found.append("\(check.1): " + lines[(index + 1)...].prefix(3).joined(separator: " "))
      }
    }
    return found.isEmpty ? lines.last ?? "The program printed nothing." : found.joined(separator: " | ")
  }
}
