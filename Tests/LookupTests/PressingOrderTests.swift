import Deadwax
import Lookup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PressingOrderTests {
  /// Spellings of one barcode, as sleeves, scanners and catalogues write it.
  private static let spellings = [
    "111111111117", "0111111111117", "1 11111 11111 7", "0 1111-11111-11 7", "1-11111-11111-7",
    "0\u{a0}1111\u{a0}1111\u{a0}1117", "00111111111117",
  ]

  @Test(arguments: PressingFixture.all)
  func `the order and its reasons depend on neither the order of the results nor the spelling`(
    fixture: PressingFixture
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
        hits, for: .init(gtin: gtin, medium: fixture.medium, countries: PressingFixture.countries))
      try #require(match.candidates.map(\.id) == fixture.order)
      try #require(fixture.order.dropFirst().map { match.reasons[$0]?.first } == fixture.deciding)
      if let first = fixture.order.first { try #require(match.reasons[first] == fixture.deciding.first.map { [$0] }) }
      try #require(Set(match.reasons.keys) == Set(fixture.order + match.otherMedia.map(\.id)))
    }
  }

  @Test func `a release that is alone has no reasons`() throws {
    let gtin = try #require(GTIN(key: "0111111111117"))
    let hit = SearchHit(id: 1, title: "Invented - One", formats: [Format(name: "CD")], identifiers: ["111111111117"])
    #expect(ReleaseMatch([hit], for: .init(gtin: gtin, medium: .cd)).reasons == [1: []])
  }

  @Test func `the record number is a reason only where there is no other`() throws {
    let gtin = try #require(GTIN(key: "0111111111117"))
    let hits = (1...3).map { id in
      SearchHit(
        id: id, title: "Invented - One", year: id == 3 ? 1990 : 1980, formats: [Format(name: "CD")],
        identifiers: ["111111111117"])
    }
    let match = ReleaseMatch(hits, for: .init(gtin: gtin, medium: .cd))
    #expect(match.reasons == [1: [.number], 2: [.number], 3: [.year]])
  }
}
