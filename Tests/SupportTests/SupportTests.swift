internal import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SupportTests {
  @Test func `the root of the repository holds its package`() {
    #expect(FileManager.default.fileExists(atPath: Repository.path("Package.swift")))
  }

  @Test(arguments: [false, true])
  func `a temporary folder is there while it is held, and gone afterwards`(inMemory: Bool) throws {
    var folder: TemporaryFolder? = try TemporaryFolder(inMemory: inMemory)
    let path = try #require(folder?.path)
    let file = try #require(try folder?.write("text", to: "deep/inside.txt"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
    #expect(file == path + "/deep/inside.txt")
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `two temporary folders are two`() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(one.path != other.path)
  }

  @Test func `the same seed gives the same numbers, as published for SplitMix64`() {
    var random = SeededRandom(seed: 1_234_567)
    // Reference output for this seed, from the test of Vigna's splitmix64.c on Rosetta Code.
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    #expect(random.bytes(3).count == 3)
  }

  @Test func `a run checks all generated cases unless its budget is small`() {
    #expect(CaseBudget.cases(of: 600, with: nil) == 600)
    #expect(CaseBudget.cases(of: 600, with: "") == 600)
    #expect(CaseBudget.cases(of: 600, with: "small") == 60)
  }

  @Test func `a late condition is waited for`() async throws {
    var prompted = 0
    let answer = try await eventually(pause: .milliseconds(1)) { () -> Int? in
      prompted += 1
      return prompted == 5 ? prompted : nil
    }
    #expect(answer == 5)
  }

  @Test func `a condition that never holds fails at the limit and is named`() async {
    let failure = await #expect(throws: TestFailure.self) {
      try await eventually(within: .milliseconds(20), "the moon") { false }
    }
    #expect(failure?.description.hasPrefix("the moon did not come within") == true)
  }
}
