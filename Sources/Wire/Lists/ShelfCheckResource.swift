package import Deadwax

/// The order of a shelf, and the fewest records to move.
package struct ShelfCheckResource: Codable, Sendable {
  /// A record that stands in the wrong position.
  package struct Move: Codable, Sendable {
    package var record: Record
    /// The record after which it goes; none for the beginning of the shelf.
    package var after: Record?
    /// The next record that stays; none for the end of the shelf.
    package var before: Record?
    /// The position in the crate to which it goes once the moves before it are done.
    package var to: Int

    package init(record: Record, after: Record?, before: Record?, to: Int) {
      self.record = record
      self.after = after
      self.before = before
      self.to = to
    }
  }

  /// A record on the shelf.
  package struct Record: Codable, Sendable {
    /// The item of the crate.
    package var item: CrateItem.ID
    /// The position in the crate; 1 is the first.
    package var position: Int
    package var title: String
    package var artist: String
    package var label: String?
    package var catalogNumber: String?
    package var shelfMark: String?
    /// The number of the copy; none for a release.
    package var copy: Int?

    package init(_ item: CrateItem.ID, position: Int, _ release: Release, _ copy: Copy?) {
      self.item = item
      self.position = position
      title = release.title
      artist = release.artist
      label = release.label
      catalogNumber = release.catalogNumber
      shelfMark = copy?.shelfMark
      self.copy = copy?.number
    }

    /// The record as people read it: artist, title and the number of the copy.
    package var line: String {
      [artist, title, copy.map { "copy \($0)" }].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
  }

  package var by: ShelfSorting
  /// The number of records.
  package var count: Int
  /// The number of records that stay where they are.
  package var inOrder: Int
  /// The number of records to move.
  package var toMove: Int
  /// The first moves in the order of the shelf, at most 200.
  package var moves: [Move]

  package init(by: ShelfSorting, count: Int, toMove: Int, moves: [Move]) {
    self.by = by
    self.count = count
    inOrder = count - toMove
    self.toMove = toMove
    self.moves = moves
  }
}
