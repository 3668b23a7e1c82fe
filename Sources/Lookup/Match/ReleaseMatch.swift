package import Deadwax

/// Chooses among the pressings that share a barcode.
///
/// The same hits are ranked the same way in whatever order the catalogue sends them.
package struct ReleaseMatch: Hashable, Sendable {
  /// What is looked for.
  package struct Wish: Hashable, Sendable {
    package var gtin: GTIN
    /// Nil takes any medium.
    package var medium: Medium?
    /// The likeliest countries of pressing first, in the catalogue's spelling.
    package var countries: [String]
    package var catalogNumber: String?

    package init(gtin: GTIN, medium: Medium? = nil, countries: [String] = [], catalogNumber: String? = nil) {
      self.gtin = gtin
      self.medium = medium
      self.countries = countries
      self.catalogNumber = catalogNumber
    }
  }

  /// How sure the choice is.
  package enum Confidence: String, CaseIterable, Sendable {
    /// One hit only.
    case unique
    /// A rule set the first apart, or four times as many people own it as the next.
    case dominant
    /// A guess among equals, or nothing at all.
    case ambiguous
  }

  /// The best first, at most 20.
  package let candidates: [SearchHit]
  package let confidence: Confidence
  /// With the right barcode but on another medium: what to offer when nothing else is there.
  package let otherMedia: [SearchHit]

  /// The most candidates kept.
  package static let limit = 20

  /// - Parameters:
  ///   - hits: in any order; doubles and those without the barcode are dropped.
  ///   - wish: what is looked for.
  package init(_ hits: [SearchHit], for wish: Wish) {
    var seen: Set<Int64> = []
    let ranks = hits.filter { seen.insert($0.id).inserted }.map { Rank($0, wish) }
      .filter { $0.likeness > .none }
      .sorted { $0.comesBefore($1) }
    let fitting = ranks.filter { $0.medium > 0 }
    candidates = fitting.prefix(Self.limit).map(\.hit)
    otherMedia = ranks.filter { $0.medium == 0 }.prefix(Self.limit).map(\.hit)
    confidence =
      switch fitting.count {
      case 0: .ambiguous
      case 1: .unique
      default: fitting[0].isFarBefore(fitting[1]) ? .dominant : .ambiguous
      }
  }
}

/// A hit with all that it is compared by.
private struct Rank {
  let hit: SearchHit
  let likeness: GTIN.Likeness
  /// 2 when all media are of the wanted kind, 1 for a set with others, 0 for none.
  let medium: Int
  private let isRegular: Bool
  private let hasCatalogNumber: Bool
  /// The lower the better; countries not on the list are last.
  private let country: Int
  private let isClubEdition: Bool

  init(_ hit: SearchHit, _ wish: ReleaseMatch.Wish) {
    self.hit = hit
    likeness = hit.likeness(to: wish.gtin)
    medium = Self.mediumScore(hit.formats, wish.medium)
    let words = Set(
      hit.formats.flatMap { [$0.name] + $0.descriptions + ($0.text.map { [$0] } ?? []) }.map { $0.lowercased() })
    isRegular = words.isDisjoint(with: irregularWords)
    isClubEdition = words.contains("club edition")
    let wanted = wish.catalogNumber.map(catalogKey)
    hasCatalogNumber = wanted.map { !$0.isEmpty && $0 == hit.catalogNumber.map(catalogKey) } ?? false
    let name = hit.country?.lowercased()
    country = wish.countries.firstIndex { $0.lowercased() == name } ?? wish.countries.count
  }

  private static func mediumScore(_ formats: [Format], _ wanted: Medium?) -> Int {
    guard let wanted else { return 2 }
    let media = MediumFamily.media(in: formats).map(\.medium)
    guard media.contains(wanted) else { return 0 }
    return media.allSatisfy { $0 == wanted } ? 2 : 1
  }

  /// What sets two hits apart by kind rather than by number; the higher the better.
  private var kind: [Int] {
    [likeness.rawValue, medium, isRegular ? 1 : 0, hasCatalogNumber ? 1 : 0, -country, isClubEdition ? 0 : 1]
  }

  /// The total order: by kind, then by owners, then the earliest year, then the lowest record number.
  func comesBefore(_ other: Rank) -> Bool {
    if kind != other.kind { return other.kind.lexicographicallyPrecedes(kind) }
    if hit.have != other.hit.have { return hit.have > other.hit.have }
    if hit.year != other.hit.year { return (hit.year ?? .max) < (other.hit.year ?? .max) }
    return hit.id < other.hit.id
  }

  func isFarBefore(_ next: Rank) -> Bool {
    kind != next.kind || hit.have > 0 && hit.have >= 4 * next.hit.have
  }
}

/// What is said of copies that were not sold in shops as what they are.
private let irregularWords: Set<String> = [
  "promo", "white label", "test pressing", "acetate", "unofficial release", "misprint",
]

/// A catalogue number without blanks and punctuation, in upper case.
private func catalogKey(_ number: String) -> String {
  number.uppercased().filter { $0.isLetter || $0.isNumber }
}
