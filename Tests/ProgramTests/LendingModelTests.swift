import TestSupport
import Testing

/// A comparison of the real hub with a second, independent implementation of the lending rules, written from
/// docs/lending.md alone.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct LendingModelTests {
  @Test func `the hub lends like the reference model of the rules`() async throws {
    let program = PythonProgram(path: "Tests/python/lending.py")
    // A fresh seed each time, which the program prints; DEADWAX_SEED repeats one.
    try await program.run(
      ["--operations", "700", "--program", try Repository.program("deadwaxd")],
      within: .seconds(1200))
  }
}
