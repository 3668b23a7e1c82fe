package import Deadwax

/// A choice among the releases that share a barcode.
///
/// The ranking does not depend on the order in which the catalogue sends the hits.
package struct ReleaseMatch: Hashable, Sendable {
  /// The criteria of the choice.
  package struct Wish: Hashable, Sendable {
    package var gtin: GTIN
    /// The collection that the station scans for. Only releases with this medium are chosen.
    package var target: ScanTarget
    /// The likely countries, the likeliest first, in the catalogue's spelling.
    package var countries: [String]
    package var catalogNumber: String?

    package init(gtin: GTIN, target: ScanTarget, countries: [String] = [], catalogNumber: String? = nil) {
      self.gtin = gtin
      self.target = target
      self.countries = countries
      self.catalogNumber = catalogNumber
    }
  }

  /// The best hits first, at most 20.
  package let candidates: [SearchHit]
  /// For each hit but the first candidate, the criterion by which it comes behind the one before it; by record number.
  /// The first of `otherMedia` comes behind all candidates by the scan target.
  package let reasons: [Int64: MatchReason]
  /// Hits with the right barcode on another medium than the target, for a person to choose.
  package let otherMedia: [SearchHit]

  /// The most candidates that are returned.
  package static let limit = 20

  /// Ranks the hits.
  ///
  /// - Parameters:
  ///   - hits: the hits in any order; duplicates, and hits without the barcode, are dropped.
  ///   - wish: the criteria.
  package init(_ hits: [SearchHit], for wish: Wish) {
    var seen: Set<Int64> = []
    let ranks = hits.filter { seen.insert($0.id).inserted }.map { Rank($0, wish) }
      .filter { $0.likeness > .none }
      .sorted { $0.comesBefore($1) }
    let fitting = ranks.filter { $0.medium > 0 }
    candidates = fitting.prefix(Self.limit).map(\.hit)
    let others = ranks.filter { $0.medium == 0 }
    otherMedia = others.prefix(Self.limit).map(\.hit)
    var reasons: [Int64: MatchReason] = [:]
    for list in [fitting, others] {
      for (better, rank) in zip(list, list.dropFirst()) { reasons[rank.hit.id] = rank.reason(toComeBehind: better) }
    }
    if let first = others.first { reasons[first.hit.id] = .scanTarget }
    self.reasons = reasons
  }
}

/// A hit with its ranking criteria.
private struct Rank {
  let hit: SearchHit
  let likeness: GTIN.Likeness
  /// The score of the media: 2 if all are of the wanted kind, 1 for a set with others, 0 if none is.
  let medium: Int
  private let isRegular: Bool
  private let hasCatalogNumber: Bool
  /// The rank of the country; lower is better. Countries that are not listed come last.
  private let country: Int
  private let isClubEdition: Bool

  init(_ hit: SearchHit, _ wish: ReleaseMatch.Wish) {
    self.hit = hit
    likeness = hit.likeness(to: wish.gtin)
    medium = Self.mediumScore(hit.formats, wish.target.medium)
    let words = Set(
      hit.formats.flatMap { [$0.name] + $0.descriptions + ($0.text.map { [$0] } ?? []) }.map { $0.lowercased() })
    isRegular = words.isDisjoint(with: irregularWords)
    isClubEdition = words.contains("club edition")
    let wanted = wish.catalogNumber.map(wordKey)
    hasCatalogNumber = wanted.map { !$0.isEmpty && $0 == hit.catalogNumber.map(wordKey) } ?? false
    let name = hit.country.map(wordKey)
    country = wish.countries.firstIndex { wordKey($0) == name } ?? wish.countries.count
  }

  private static func mediumScore(_ formats: [Format], _ wanted: Medium?) -> Int {
    guard let wanted else { return 2 }
    let media = MediumFamily.media(in: formats).map(\.medium)
    guard media.contains(wanted) else { return 0 }
    return media.allSatisfy { $0 == wanted } ? 2 : 1
  }

  /// The criteria that distinguish two hits in kind, in order of weight; higher is better.
  private var kind: [Int] {
    [likeness.rawValue, medium, isRegular ? 1 : 0, hasCatalogNumber ? 1 : 0, -country, isClubEdition ? 0 : 1]
  }

  /// Returns true if this hit is first in the total order: by kind, then owners, then earliest year, then lowest record
  /// number.
  func comesBefore(_ other: Rank) -> Bool {
    if kind != other.kind { return other.kind.lexicographicallyPrecedes(kind) }
    if hit.have != other.hit.have { return hit.have > other.hit.have }
    if hit.year != other.hit.year { return (hit.year ?? .max) < (other.hit.year ?? .max) }
    return hit.id < other.hit.id
  }

  /// Returns the criterion that decides between this hit and the one before it.
  func reason(toComeBehind better: Rank) -> MatchReason {
    let criteria: [MatchReason] = [.barcode, .medium, .irregular, .catalogNumber, .country, .clubEdition]
    if let first = zip(criteria, zip(kind, better.kind)).first(where: { $1.0 != $1.1 }) { return first.0 }
    if better.hit.have > 0, better.hit.have >= 4 * hit.have { return .farFewerOwners }
    if hit.have != better.hit.have { return .owners }
    return hit.year != better.hit.year ? .year : .number
  }
}

/// The words that mark releases not sold regularly in shops.
private let irregularWords: Set<String> = [
  "promo", "white label", "test pressing", "acetate", "unofficial release", "misprint",
]

/// Returns a catalogue number or a country without spaces and punctuation, in upper case.
private func wordKey(_ text: String) -> String {
  text.uppercased().filter { $0.isLetter || $0.isNumber }
}
