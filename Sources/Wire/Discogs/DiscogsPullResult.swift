package import Deadwax

/// The numbers of copies and wishes that a pull has added to the library.
package struct DiscogsPullResult: Codable, Sendable {
  /// The number of copies that were added.
  package var copies: Int
  /// The number of releases that were put on the wish list.
  package var wishes: Int
  /// The number of copies and wishes that another request can add.
  package var remaining: Int
  /// The change, which an undo takes back; absent if nothing was added.
  package var change: Change.ID?

  package init(copies: Int, wishes: Int, remaining: Int, change: Change.ID?) {
    self.copies = copies
    self.wishes = wishes
    self.remaining = remaining
    self.change = change
  }
}
