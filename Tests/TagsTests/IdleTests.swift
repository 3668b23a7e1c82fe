import Foundation
import Tags
import TestSupport
import Testing
import VirtualChip

/// Tests of an idle reader: without taps, its resource use does not grow over time.
@Suite(.timeLimit(.minutes(40)))
struct IdleTests {
  @Test func `a hundred thousand polls leak no descriptor`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, pollPause: .zero)
    try await watcher.state(.ready)
    try await chip.polls(1000)
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    for _ in 0..<10 { try await chip.polls(10_000) }
    let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #expect(after <= before)
    #expect(watcher.states.map(\.kind) == [.opening, .ready])
  }
}
