import Deadwax
import Lookup
import TestSupport
import Testing

/// Tests of the whole order of the releases on one barcode, on fixtures that were written for it.
@Suite(.timeLimit(.minutes(5)))
struct MatchOrderTests {
  /// Spellings of one barcode, as sleeves, scanners and catalogues write it.
  private static let spellings = [
    "111111111117", "0111111111117", "1 11111 11111 7", "0 1111-11111-11 7", "1-11111-11111-7",
    "0\u{a0}1111\u{a0}1111\u{a0}1117", "00111111111117",
  ]

  @Test(arguments: MatchFixture.all)
  func `the order and its reasons depend on neither the order of the results nor the spelling`(
    fixture: MatchFixture
  ) throws {
    var generator = SeededRandom(seed: 18)
    for _ in 0..<200 {
      let hits = fixture.hits.shuffled(using: &generator).map { hit in
        var hit = hit
        let spelling = Self.spellings.randomElement(using: &generator) ?? ""
        hit.identifiers = ["LC 00001", "PLN-1 A1", spelling, "BIEM"].shuffled(using: &generator)
        return hit
      }
      let gtin = try #require(GTIN(key: fixture.key))
      let match = ReleaseMatch(
        hits, for: .init(gtin: gtin, target: fixture.target, countries: MatchFixture.countries))
      try #require(match.candidates.map(\.id) == fixture.order)
      try #require(fixture.order.dropFirst().map { match.reasons[$0] } == fixture.deciding)
      try #require(fixture.order.first.map { match.reasons[$0] == nil } ?? match.reasons.isEmpty)
      try #require(match.otherMedia.count == fixture.hits.count - fixture.order.count)
    }
  }
}
