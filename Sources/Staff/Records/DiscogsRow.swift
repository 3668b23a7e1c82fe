package import Deadwax
internal import Storage

/// One release in the comparison of the library with a list at Discogs.
package struct DiscogsRow: Hashable, Sendable {
  package var list: DiscogsList
  /// Discogs' number of the release.
  package var number: Int64
  package var title: String
  package var artist: String
  /// The release in the library; nil if it has none.
  package var release: Release.ID?
  /// The number of copies in the library; 1 for a wish.
  package var here: Int
  /// The number of instances at Discogs; 1 for a wish.
  package var there: Int

  package var difference: DiscogsDifference { DiscogsDifference(here: here, there: there) }

  /// Compares the library with the lists at Discogs.
  ///
  /// - Parameters:
  ///   - holdings: the releases of the library with a number at Discogs. Several may have the same number.
  ///   - items: the items of the lists.
  /// - Returns: the rows in the order of the lists and numbers. A release that is in neither has no row.
  static func compare(_ holdings: [DiscogsHolding], _ items: [DiscogsItem]) -> [DiscogsRow] {
    var rows: [DiscogsList: [Int64: DiscogsRow]] = [.collection: [:], .wishlist: [:]]
    for holding in holdings {
      for list in DiscogsList.allCases {
        let count = list == .collection ? holding.copies : holding.isWished ? 1 : 0
        var row =
          rows[list]?[holding.number]
          ?? DiscogsRow(
            list: list, number: holding.number, title: holding.title, artist: holding.artist, release: holding.release,
            here: 0, there: 0)
        row.here = list == .collection ? row.here + count : max(row.here, count)
        rows[list]?[holding.number] = row
      }
    }
    for item in items {
      var row =
        rows[item.list]?[item.number]
        ?? DiscogsRow(
          list: item.list, number: item.number, title: item.title, artist: item.artist, release: nil, here: 0, there: 0)
      row.there = item.list == .collection ? row.there + 1 : 1
      rows[item.list]?[item.number] = row
    }
    return DiscogsList.allCases.flatMap { list in
      (rows[list] ?? [:]).values.filter { $0.here + $0.there > 0 }.sorted { $0.number < $1.number }
    }
  }
}
