package import Deadwax

/// The request to bring what a list at Discogs has in addition into the library.
package struct DiscogsPullRequest: Codable, Sendable {
  package var list: DiscogsList
  /// Discogs' numbers of the releases; all of the list if absent.
  package var numbers: [Int64]?

  package init(list: DiscogsList, numbers: [Int64]?) {
    self.list = list
    self.numbers = numbers
  }
}
