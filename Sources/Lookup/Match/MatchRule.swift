/// A rule of the order among the releases that share a barcode.
///
/// The cases are in order of weight: a rule decides only where all rules before it are equal.
package enum MatchRule: String, CaseIterable, Hashable, Sendable {
  /// The certainty that the release carries the barcode.
  case barcode
  /// All media are of the wanted kind, rather than a set with others.
  case medium
  /// It was sold in shops, rather than a promo, a test pressing or an unofficial release.
  case regular
  /// The catalogue number is the one that was typed.
  case catalogNumber = "catalog_number"
  /// The place of its country in the preferred countries.
  case country
  /// It was sold in shops, rather than by a club.
  case club
  /// The number of the catalogue's users who own it.
  case owners
  /// The earlier year; an unknown year comes last.
  case year
  /// The lower record number, which decides between releases that are equal in everything else.
  case number
}
