/// A property of releases, by whose values a search is narrowed down.
package enum Facet: String, CaseIterable, Sendable {
  case medium, decade, genre, style, label, country, tag, condition, place
  /// The state of the copies: on loan, overdue, or not on loan.
  case loan
}
