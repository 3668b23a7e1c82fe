package import Deadwax
internal import Queries

/// The place of a record in the order of a shelf. Names are compared as everywhere in the library: *The Beatles* stand
/// under B, and *CD 2* before *CD 10*. Two records with equal keys may stand in either order.
package struct ShelfKey: Comparable, Sendable {
  /// 1 for a record without what the shelf is ordered by. It stands after the others.
  private let rank: Int
  private let keys: [String]

  /// - Parameters:
  ///   - sorting: the order of the shelf.
  ///   - release: the release.
  ///   - copy: the copy; nil for a release that stands for any of its copies, which has no shelf mark.
  package init(_ sorting: ShelfSorting, _ release: Release, _ copy: Copy?) {
    let names: [String?] =
      switch sorting {
      case .artist: [release.artist, release.title]
      case .catalogNumber: [release.label, release.catalogNumber]
      case .shelfMark: [copy?.shelfMark]
      }
    keys = names.map { SortKey.key(of: $0 ?? "") }
    rank = keys[0].isEmpty ? 1 : 0
  }

  package static func < (left: ShelfKey, right: ShelfKey) -> Bool {
    guard left.rank == right.rank else { return left.rank < right.rank }
    for (one, other) in zip(left.keys, right.keys) where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return false
  }
}
