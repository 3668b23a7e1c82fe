import Foundation
import TestSupport
import Testing

/// A bench of hours is never silent.
@Suite(.timeLimit(.minutes(15)))
struct BenchProgressTests {
  @Test func `a long bench reports its progress regularly, apart from its figures`() async throws {
    // Nine hours of a camera: it is ended here.
    let bench = try ChildProgram("deadwax-bench", ["decode", "--endurance", "1000000"])
    defer { bench.end() }
    let step = "  … decode --endurance"
    try await bench.line(on: .error) { $0 == step }
    let first = try await bench.line(on: .error) { $0.hasPrefix("\(step), ") && $0.hasSuffix(" s") }
    let next = try await bench.line(on: .error) { $0.hasPrefix("\(step), ") && $0 != first }
    #expect(next.hasSuffix(" s"))
    #expect(bench.lines().isEmpty)
  }

  @Test func `the bench of scans reports the answers within each step`() async throws {
    // The bench reads the pages and the demo library from its working folder, and writes there.
    let folder = try TemporaryFolder()
    for name in ["www", "docs", "demo"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: Repository.path(name))
    }
    let bench = try ChildProgram("deadwax-bench", ["scans"], in: folder.path)
    defer {
      Self.endChildren(of: bench.processID)
      bench.end()
    }
    @Sendable func isProgress(_ line: String) -> Bool {
      line.hasPrefix("  … scans, round 1 of 3, POST /scans, ") && line.contains(" answers, ") && line.hasSuffix(" s")
    }
    let first = try await bench.line(on: .error, within: .seconds(600)) { isProgress($0) }
    try await bench.line(on: .error, within: .seconds(600)) { isProgress($0) && $0 != first }
    // Without its hub the bench ends and removes its files; the whole bench would take minutes.
    Self.endChildren(of: bench.processID)
    #expect(try await bench.exit(within: .seconds(600)) == .code(1), "\(bench.transcript)")
  }

  /// Kills the processes that a process has started (proc(5), stat).
  private static func endChildren(of parent: Int32) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let id = Int32(name), let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        // The program's name, in parentheses, may contain any character.
        let end = stat.lastIndex(of: ")")
      else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 1, Int32(fields[1]) == parent { kill(id, SIGKILL) }
    }
  }
}
