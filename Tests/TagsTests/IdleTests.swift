import Foundation
import Tags
import TestSupport
import Testing
import VirtualChip

/// Nobody taps: a reader at rest takes nothing more as time goes by.
@Suite(.timeLimit(.minutes(4)))
struct IdleTests {
  @Test func `a hundred thousand polls leak no descriptor`() async throws {
    let chip = try VirtualChip()
    let watcher = try Watcher(chip, pollPause: .zero)
    try await watcher.state(.ready)
    try await chip.polls(1000)
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    let start = ContinuousClock.now
    for _ in 0..<10 { try await chip.polls(10_000) }
    let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    print("100000 polls in \(ContinuousClock.now - start): descriptors \(before) -> \(after)")
    #expect(after <= before)
    #expect(watcher.states.map(\.kind) == [.opening, .ready])
  }
}
