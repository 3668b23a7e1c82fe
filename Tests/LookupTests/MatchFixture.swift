import Deadwax
import Lookup

/// Invented releases that share a barcode, with the order that the rules give for a library in Sweden.
struct MatchFixture: Sendable, CustomStringConvertible {
  let name: String
  let key: String
  let target: ScanTarget
  let hits: [SearchHit]
  /// The ids of the candidates in the right order, and the reason why each but the first comes behind the one before it.
  let order: [Int64]
  let deciding: [MatchReason]

  var description: String { name }

  /// The countries that a library in Sweden prefers.
  static let countries = ["Sweden", "Scandinavia", "Europe", "UK & Europe", "Worldwide", "US"]

  static let all = [
    MatchFixture(
      name: "seven CDs", key: "0111111111117", target: .cd,
      hits: [
        hit(11, "US", 1994, "PLN-1", "Album", have: 5000), hit(12, "Europe", 1994, "PLN-1", "Album", have: 800),
        hit(13, "Europe", 1994, "PLN-1P", "Album|Promo", have: 90),
        hit(14, "US", 1995, "D 100", "Album|Club Edition", have: 300),
        hit(15, "Canada", 1994, "PLN-1", "Album", have: 700),
        hit(16, "Europe", 2001, "PLN-1", "Album|Reissue", have: 400),
        hit(17, "Russia", 1997, "PLN-1", "Album|Unofficial Release", have: 2000),
      ], order: [12, 16, 11, 14, 15, 13, 17],
      deciding: [.owners, .country, .clubEdition, .country, .irregular, .country]),
    MatchFixture(
      name: "two LPs that differ in colour", key: "0111111111117", target: .vinyl,
      hits: [
        hit(21, "Europe", 2014, "PLN-2", "LP|Album", format: "Vinyl", text: "Clear Blue", have: 90),
        hit(22, "Europe", 2014, "PLN-2", "LP|Album", format: "Vinyl", text: "Black", have: 700),
      ], order: [22, 21], deciding: [.farFewerOwners]),
    MatchFixture(
      name: "sets of CD and DVD", key: "0111111111117", target: .cd,
      hits: [
        set(31, ["CD", "DVD"], have: 900), set(32, ["CD", "CD"], have: 3), set(33, ["Box Set", "CD", "DVD"], have: 40),
        set(34, ["DVD"], have: 9000),
      ], order: [32, 31, 33], deciding: [.medium, .farFewerOwners]),
    MatchFixture(name: "none", key: "0111111111117", target: .cd, hits: [], order: [], deciding: []),
  ]

  private static func hit(
    _ id: Int64, _ country: String, _ year: Int, _ number: String, _ words: String, format: String = "CD",
    text: String? = nil, have: Int
  ) -> SearchHit {
    SearchHit(
      id: id, title: "Invented Quartet - Planks", country: country, year: year, catalogNumber: number,
      formats: [Format(name: format, text: text, descriptions: words.split(separator: "|").map(String.init))],
      have: have)
  }

  private static func set(_ id: Int64, _ formats: [String], have: Int) -> SearchHit {
    SearchHit(
      id: id, title: "Invented Quartet - Live", country: "Europe", year: 2008, catalogNumber: "PLN-3",
      formats: formats.map { Format(name: $0) }, have: have)
  }
}
