import Deadwax
import OfflineStation
import TestSupport
import Testing

/// Tests of the sorting of a large library's codes.
@Suite(.timeLimit(.minutes(5)))
struct ReplicaSortingTests {
  private let meta = Replica.Meta(
    madeAt: .now(), event: 1, station: .hubStation, sealedKey: "", home: .lookup, sessionSeconds: 60,
    returnsInAuto: false,
    cardPatterns: [], language: "en", words: [:])

  @Test func `every code is found with its details, and a repeated one is ambiguous`() throws {
    var random = SeededRandom(seed: 0x5EED_0C0D)
    for count in [0, 1, 2, 3, 1000, 20_000] {
      var known: [UInt64: Replica.CachedStatus] = [0: .place, .max: .card]
      var sorting = Replica.Sorting()
      for (digest, standing) in known { sorting.add(digest, standing) }
      for _ in 0..<count {
        // Some digests are close together, and some occur twice.
        let digest = UInt64.random(in: .min ... .max, using: &random) >> UInt64.random(in: 0...50, using: &random)
        let standing = try #require(Replica.CachedStatus.allCases.randomElement(using: &random))
        sorting.add(digest, standing)
        known[digest] = known[digest] == nil ? standing : .several
      }
      #expect(sorting.count == count + 2)
      let replica = Replica(meta: meta, codes: try #require(sorting.codes { true }))
      #expect(replica.count == known.count)
      for (digest, standing) in known { #expect(replica.standing(of: digest) == standing) }
      // A station's parser, which accepts only sorted codes, reads it.
      let read = try #require(Replica(bytes: replica.bytes))
      #expect(read.count == known.count)
    }
  }

  @Test func `it ends as soon as it is not to go on`() throws {
    var random = SeededRandom(seed: 0x5EED_0C0E)
    for limit in [0, 1, 7, 100] {
      var sorting = Replica.Sorting()
      for _ in 0..<5000 { sorting.add(UInt64.random(in: .min ... .max, using: &random), .copyIn) }
      var prompted = 0
      let codes = sorting.codes {
        prompted += 1
        return prompted <= limit
      }
      #expect(codes == nil && prompted == limit + 1)
    }
  }
}
