/// The order in which records stand on a shelf.
package enum ShelfSorting: String, CaseIterable, Codable, Sendable {
  /// By artist, then by title.
  case artist
  /// By label, then by catalogue number.
  case catalogNumber = "catalog-number"
  /// By the shelf mark of the copy.
  case shelfMark = "shelf-mark"
}
