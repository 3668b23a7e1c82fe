import Deadwax
import Lookup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReleaseMatchTests {
  private static let code = "075679165923"

  private func hit(
    _ id: Int64, _ formats: String = "CD", country: String? = nil, year: Int? = nil, catno: String? = nil,
    have: Int = 0, barcode: String = code
  ) -> SearchHit {
    let list = formats.split(separator: "+").map { format in
      let words = format.split(separator: "|").map(String.init)
      return Format(name: words[0], descriptions: Array(words.dropFirst()))
    }
    return SearchHit(
      id: id, title: "Invented - \(id)", country: country, year: year, catalogNumber: catno, formats: list,
      identifiers: ["LC 1", barcode, "B"], have: have)
  }

  private func order(
    _ hits: [SearchHit], target: ScanTarget = .cd, countries: [String] = [], catno: String? = nil
  ) throws -> [Int64] {
    let gtin = try #require(GTIN(key: "0" + Self.code))
    let wish = ReleaseMatch.Wish(gtin: gtin, target: target, countries: countries, catalogNumber: catno)
    let match = ReleaseMatch(hits, for: wish)
    // A total order: reversed or shuffled input gives the same result.
    var generator = SeededRandom(seed: 11)
    #expect(ReleaseMatch(hits.reversed(), for: wish) == match)
    #expect(ReleaseMatch(hits.shuffled(using: &generator), for: wish) == match)
    return match.candidates.map(\.id)
  }

  @Test func `each rule decides only where all rules before it are equal`() throws {
    // In each row the first hit wins by the named rule, although all later rules favour the second.
    let rules: [(rule: String, reason: MatchReason, first: SearchHit, second: SearchHit)] = [
      (
        "barcode", .barcode, hit(2, "CD+DVD|Promo|Club Edition", year: 2020),
        hit(1, "CD", country: "Sweden", year: 1980, catno: "X 1", have: 9, barcode: "07567916592")
      ),
      (
        "medium", .medium, hit(2, "CD|Promo|Club Edition", year: 2020),
        hit(1, "CD+DVD", country: "Sweden", year: 1980, catno: "X 1", have: 9)
      ),
      (
        "regular", .irregular, hit(2, "CD|Club Edition"),
        hit(1, "CD|Promo", country: "Sweden", year: 1980, catno: "X 1", have: 9)
      ),
      (
        "catalogue number", .catalogNumber, hit(2, "CD|Club Edition", catno: "x-1"),
        hit(1, country: "Sweden", year: 1980, have: 9)
      ),
      (
        "country", .country, hit(2, "CD|Club Edition", country: "sweden"),
        hit(1, country: "Europe", year: 1980, have: 9)
      ),
      ("club", .clubEdition, hit(2), hit(1, "CD|Club Edition", year: 1980, have: 9)),
      ("owners", .owners, hit(2, have: 2), hit(1, year: 1980, have: 1)),
      ("year", .year, hit(2, year: 1980), hit(1, year: 1981)),
      ("known year", .year, hit(2, year: 1980), hit(1)),
      ("number", .number, hit(1), hit(2)),
    ]
    for row in rules {
      let order = try order([row.second, row.first], countries: ["Sweden", "Europe"], catno: "X1")
      #expect(order == [row.first.id, row.second.id], "\(row.rule)")
      let gtin = try #require(GTIN(key: "0" + Self.code))
      let wish = ReleaseMatch.Wish(gtin: gtin, target: .cd, countries: ["Sweden", "Europe"], catalogNumber: "X1")
      let match = ReleaseMatch([row.first, row.second], for: wish)
      #expect(match.reasons == [row.second.id: row.reason], "\(row.rule)")
    }
  }

  @Test func `the country list decides among equal pressings, and popularity where it is silent`() throws {
    let hits = [
      hit(1, country: "US", have: 1465), hit(2, country: "Europe", have: 900), hit(3, country: "UK & Europe", have: 12),
      hit(4, country: "Australia", have: 300),
    ]
    #expect(try order(hits) == [1, 2, 4, 3])
    #expect(try order(hits, countries: ["Europe", "UK & Europe", "US"]) == [2, 3, 1, 4])
    #expect(try order(hits, countries: ["Sweden"]) == [1, 2, 4, 3])
  }

  @Test(arguments: ["Promo", "White Label", "Test Pressing", "Unofficial Release", "Misprint", "PROMO"])
  func `a copy that was never sold in shops comes last`(word: String) throws {
    #expect(try order([hit(1, "CD|Album|\(word)", have: 100), hit(2, "CD|Album", have: 1)]) == [2, 1])
  }

  @Test(
    arguments: [
      (ScanTarget.cd, "CD", true), (.cd, "CDr", true), (.cd, "SACD", true), (.cd, "Hybrid", true),
      (.cd, "Vinyl", false),
      (.cd, "Cassette", false), (.cd, "DVD", false), (.cd, "Box Set+CD", true), (.cd, "Box Set", false),
      (.cd, "CD+All Media|Numbered", true), (.cd, "CD+DVD", true), (.vinyl, "Vinyl|LP", true),
      (.vinyl, "Shellac", true),
      (.vinyl, "Lathe Cut", true), (.vinyl, "Acetate", true), (.vinyl, "CD", false), (.vinyl, "Vinyl+CD", true),
      (.any, "Cassette", true), (.any, "Something New", true), (.any, "CD", true), (.any, "Vinyl", true),
    ] as [(ScanTarget, String, Bool)])
  func `only the medium that the station scans for is taken`(target: ScanTarget, formats: String, fits: Bool) throws {
    #expect(try order([hit(1, formats)], target: target) == (fits ? [1] : []))
  }

  @Test func `the scan target decides which of the releases with one barcode is preferred, and no hit is lost`() throws
  {
    let gtin = try #require(GTIN(key: "0" + Self.code))
    let hits = [
      hit(1, "CD", have: 50), hit(2, "Vinyl|LP", have: 9), hit(3, "Vinyl|LP|Promo", have: 99), hit(4, "Cassette"),
      hit(5, "Vinyl+CD", have: 70),
    ]
    func list(_ target: ScanTarget) -> [(id: Int64, reason: MatchReason?)] {
      let match = ReleaseMatch(hits, for: .init(gtin: gtin, target: target))
      return (match.candidates + match.otherMedia).map { ($0.id, match.reasons[$0.id]) }
    }
    #expect(list(.any).map(\.id) == [5, 1, 2, 4, 3])
    #expect(list(.any).map(\.reason) == [nil, .owners, .farFewerOwners, .farFewerOwners, .irregular])
    #expect(list(.vinyl).map(\.id) == [2, 3, 5, 1, 4])
    #expect(list(.vinyl).map(\.reason) == [nil, .irregular, .medium, .scanTarget, .farFewerOwners])
    #expect(list(.cd).map(\.id) == [1, 5, 2, 4, 3])
    #expect(list(.cd).map(\.reason) == [nil, .medium, .scanTarget, .farFewerOwners, .irregular])
  }

  @Test func `releases on other media are offered separately`() throws {
    let gtin = try #require(GTIN(key: "0" + Self.code))
    let match = ReleaseMatch(
      [hit(1, "Cassette", have: 1), hit(2, "Vinyl", have: 5)], for: .init(gtin: gtin, target: .cd))
    #expect(match.candidates.isEmpty)
    #expect(match.otherMedia.map(\.id) == [2, 1])
    #expect(match.reasons == [2: .scanTarget, 1: .farFewerOwners])
  }

  @Test(arguments: [
    ("075679165923", true), ("0075679165923", true), ("0 7567 91659 2 3", true), ("0\u{a0}7567-91659-2\u{a0}3", true),
    ("0 75679 16592 3 >", true), ("*075679165923*", true), ("\u{200e}0\u{200b}75679165923", true),
    ("075679165923½", false),
    ("0.75679.16592.3", true), ("UPC 075679165923", false), ("075679165923 075679165923", false),
    ("75679165923", true), ("07567916592", true), ("075679165916", false), ("75679-1659-2 A", false), ("B", false),
    ("", false),
  ])
  func `a hit counts only with the barcode among its identifiers`(identifier: String, fits: Bool) throws {
    #expect(try order([hit(1, barcode: identifier)]) == (fits ? [1] : []))
  }

  @Test func `a more certain barcode precedes everything`() throws {
    let hits = [
      hit(1, have: 1000, barcode: "07567916592"), hit(2, have: 100, barcode: "75679165923"),
      hit(3, have: 1, barcode: "0 75679 16592 3"),
    ]
    #expect(try order(hits) == [3, 2, 1])
  }

  @Test func `duplicates become one, and twenty are stored`() throws {
    #expect(try order([hit(1), hit(1), hit(1)]) == [1])
    #expect(try order((1...50).map { hit($0) }) == Array(1...20))
  }

  @Test func `a hit with at most a quarter of the owners comes far behind`() throws {
    let gtin = try #require(GTIN(key: "0" + Self.code))
    let rows: [(hits: [SearchHit], reason: MatchReason)] = [
      ([hit(1), hit(2)], .number), ([hit(1, have: 40), hit(2, have: 10)], .farFewerOwners),
      ([hit(1, have: 39), hit(2, have: 10)], .owners), ([hit(1, have: 1), hit(2)], .farFewerOwners),
      ([hit(1), hit(2, "CD|Promo", have: 9)], .irregular), ([hit(1, year: 1990), hit(2, year: 1991)], .year),
      ([hit(1), hit(2, "Vinyl")], .scanTarget), ([hit(1), hit(2, barcode: "07567916592")], .barcode),
    ]
    for row in rows {
      #expect(ReleaseMatch(row.hits, for: .init(gtin: gtin, target: .cd)).reasons == [2: row.reason])
    }
  }
}
