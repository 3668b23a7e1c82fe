import Foundation
import TestSupport
import Testing

/// A Python program of the tests, in the environment that ./dev creates.
struct PythonProgram {
  /// The path relative to the repository: a file, or a folder with a `__main__.py`.
  let path: String

  /// Runs the program to its end, which must be a success, and prints its last line.
  func run(_ arguments: [String], environment: [String: String] = [:], within limit: Duration) async throws {
    let python = Repository.path(".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw TestFailure("\(python) is missing: ./dev test makes it")
    }
    let child = try ChildProgram(
      path: python, [Repository.path(path)] + arguments, environment: environment, in: Repository.root)
    defer { child.end() }
    let exit = try await child.exit(within: limit)
    #expect(exit == .code(0), "\(child.transcript.suffix(6000))")
    let closing = child.lines(on: .error) + child.lines()
    for line in closing where line.hasPrefix("Ran ") || line.contains(" passed") { print("\(path): \(line)") }
  }
}
