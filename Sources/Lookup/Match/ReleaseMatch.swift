package import Deadwax

/// A choice among the releases that share a barcode.
///
/// The ranking does not depend on the order in which the catalogue sends the hits.
package struct ReleaseMatch: Hashable, Sendable {
  /// The criteria of the choice.
  package struct Wish: Hashable, Sendable {
    package var gtin: GTIN
    /// The wanted medium; nil for any.
    package var medium: Medium?
    /// The likely countries, the likeliest first, in the catalogue's spelling.
    package var countries: [String]
    package var catalogNumber: String?

    package init(gtin: GTIN, medium: Medium? = nil, countries: [String] = [], catalogNumber: String? = nil) {
      self.gtin = gtin
      self.medium = medium
      self.countries = countries
      self.catalogNumber = catalogNumber
    }
  }

  /// The certainty of the choice.
  package enum Confidence: String, CaseIterable, Sendable {
    /// There is only one hit.
    case unique
    /// A rule puts the first hit ahead, or it has at least four times as many owners as the next.
    case dominant
    /// The first hit is a guess among equals, or there is none.
    case ambiguous
  }

  /// The best hits first, at most 20.
  package let candidates: [SearchHit]
  /// The rules that put each of the candidates in its place, in order of weight.
  ///
  /// For the first candidate, the rule that puts it before the second; none if it is alone. For every other, the rules
  /// by which it is behind the first: the first of them decides. For a hit on another medium, the rule of the medium.
  package let reasons: [Int64: [MatchRule]]
  package let confidence: Confidence
  /// Hits with the right barcode on another medium, to offer if there are no others.
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
    otherMedia = ranks.filter { $0.medium == 0 }.prefix(Self.limit).map(\.hit)
    var reasons: [Int64: [MatchRule]] = [:]
    if let first = fitting.first {
      for rank in fitting.prefix(Self.limit).dropFirst() { reasons[rank.hit.id] = first.advantages(over: rank) }
      reasons[first.hit.id] = fitting.count > 1 ? Array(first.advantages(over: fitting[1]).prefix(1)) : []
    }
    for hit in otherMedia { reasons[hit.id] = [.medium] }
    self.reasons = reasons
    confidence =
      switch fitting.count {
      case 0: .ambiguous
      case 1: .unique
      default: fitting[0].isFarBefore(fitting[1]) ? .dominant : .ambiguous
      }
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

  /// The criteria that distinguish two hits in kind, in order of weight; higher is better.
  private var kind: [(rule: MatchRule, score: Int)] {
    [
      (.barcode, likeness.rawValue), (.medium, medium), (.regular, isRegular ? 1 : 0),
      (.catalogNumber, hasCatalogNumber ? 1 : 0), (.country, -country), (.club, isClubEdition ? 0 : 1),
    ]
  }

  /// All criteria in order of weight; higher is better.
  private var scores: [(rule: MatchRule, score: Int64)] {
    kind.map { ($0.rule, Int64($0.score)) } + [
      (.owners, Int64(hit.have)), (.year, -(hit.year.map { Int64($0) } ?? .max)), (.number, -hit.id),
    ]
  }

  /// Returns true if this hit is first in the total order: by kind, then owners, then earliest year, then lowest record
  /// number.
  func comesBefore(_ other: Rank) -> Bool { other.scores.map(\.score).lexicographicallyPrecedes(scores.map(\.score)) }

  /// Returns the rules by which this hit is better than another, in order of weight. The record number is named only
  /// if nothing else is.
  func advantages(over other: Rank) -> [MatchRule] {
    let better = zip(scores, other.scores).filter { $0.score > $1.score }.map(\.0.rule)
    return better.count > 1 ? better.filter { $0 != .number } : better
  }

  func isFarBefore(_ next: Rank) -> Bool {
    kind.map(\.score) != next.kind.map(\.score) || hit.have > 0 && hit.have >= 4 * next.hit.have
  }
}

/// The words that mark releases not sold regularly in shops.
private let irregularWords: Set<String> = [
  "promo", "white label", "test pressing", "acetate", "unofficial release", "misprint",
]

/// Returns a catalogue number without spaces and punctuation, in upper case.
private func catalogKey(_ number: String) -> String {
  number.uppercased().filter { $0.isLetter || $0.isNumber }
}
