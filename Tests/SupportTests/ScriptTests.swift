import Foundation
import TestSupport
import Testing

/// The shell scripts that run the tests.
@Suite(.timeLimit(.minutes(5)))
struct ScriptTests {
  private static let scripts = [
    "dev", "Tests/checks.sh", "Tests/lanes.sh", ".ci/run", "Tests/accept/run", "Tests/accept/guest",
    "Tests/accept/fresh/run", "Tests/accept/fresh/inside", "Tests/accept/lending/run",
  ]

  @Test func `the closing lines of a long run are printed, and the script continues`() async throws {
    let folder = try TemporaryFolder()
    let suites = (1...5_000).map { "✔ Suite Suite\($0)Tests passed after \($0).5 seconds.\n" }.joined()
    for name in ["pages", "peers", "programs", "records", "api", "rest", "alone"] {
      try "7\n".write(toFile: "\(folder.path)/\(name).seconds", atomically: true, encoding: .utf8)
      try (suites + "✔ Test run with 3 tests in 2 suites passed after 1 seconds.\n").write(
        toFile: "\(folder.path)/\(name).log", atomically: true, encoding: .utf8)
    }
    let script = """
      set -euo pipefail
      say() { printf '%s\\n' "$*" >&2; }
      . '\(Repository.path("Tests/lanes.sh"))'
      results=$1 started=0
      for ((turn = 0; turn < 5; turn++)); do tell_times; done
      sum_up 0
      """
    let child = try ChildProgram(path: "/bin/bash", ["-c", script, "bash", folder.path])
    #expect(try await child.exit() == .code(0))
    #expect(child.lines().last?.hasPrefix("✔ Test run with 21 tests in 14 suites passed") == true)
    let times = child.lines(on: .error)
    #expect(times.count == 5 * (1 + 15 + 7), "\(times.suffix(30))")
    #expect(times.first == "dev: the longest suites, in seconds:")
    #expect(times.dropFirst().first == "5000.5 Suite5000Tests")
    #expect(times.last == "dev: the lane alone took 7")
  }

  /// A command that ends early ends the one before it by SIGPIPE, and `pipefail` makes that the end of the script.
  @Test(arguments: scripts) func `no pipe ends in a command that may stop reading`(path: String) throws {
    let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
      #expect(line.firstMatch(of: /\|\s*(head\b|grep\s+-[a-zA-Z]*q|sed\s.*\bq\b)/) == nil, "\(line)")
    }
  }

  /// A package of two modules, one above the other, with a program.
  private static let package = """
    {"targets": [
      {"name": "Lending", "type": "regular", "dependencies": []},
      {"name": "Staff", "type": "regular", "dependencies": [{"byName": ["Lending", null]}]},
      {"name": "Barcodes", "type": "regular", "dependencies": []},
      {"name": "deadwaxd", "type": "executable", "path": "Sources/Programs/deadwaxd",
        "dependencies": [{"byName": ["Staff", null]}]},
      {"name": "LendingTests", "type": "test", "dependencies": [{"byName": ["Lending", null]}]},
      {"name": "StaffTests", "type": "test", "dependencies": [{"byName": ["Staff", null]}]},
      {"name": "BarcodesTests", "type": "test", "dependencies": [{"byName": ["Barcodes", null]}]}
    ]}
    """

  /// The tests that the changes of a file reach: the filter, and the tests of pages.
  private static let reached: [(file: String, filter: String, pages: String)] = [
    (
      "Sources/Lending/HoldQueue.swift",
      #"^(ArchitectureTests|LendingTests|StaffTests|ProgramTests\.StationProgramTests)[./]"#, ""
    ),
    ("Sources/Barcodes/BarReader.swift", "^(ArchitectureTests|BarcodesTests)[./]", ""),
    ("Tests/LendingTests/PINLockTests.swift", #"^(ArchitectureTests|LendingTests\.PINLockTests)[./]"#, ""),
    ("www/labels/sheet.js", "^(ArchitectureTests)[./]", "test_accessibility,test_labels"),
    ("Tests/page/test_pin.py", "^(ArchitectureTests)[./]", "test_pin"),
    ("docs/labels.md", "^(ArchitectureTests|DocumentsTests|LendingTests|MessagesTests)[./]", ""),
  ]

  @Test(arguments: reached) func `a change reaches its module, those above it, and the pages that load it`(
    file: String, filter: String, pages: String
  ) async throws {
    let script = "printf '%s' \"$1\" | /usr/bin/python3 \"$2\" --files \"$3\""
    let child = try ChildProgram(
      path: "/bin/bash", ["-c", script, "bash", Self.package, Repository.path("Tests/python/changed.py"), file])
    #expect(try await child.exit() == .code(0))
    let lines = child.lines()
    #expect(lines.first == filter)
    #expect(lines.dropFirst().first ?? "" == pages)
  }
}
