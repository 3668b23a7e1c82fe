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
}
