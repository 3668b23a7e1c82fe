internal import Deadwax

/// The place in the answer to a query at which a page begins, as its cursor has it.
struct SearchPosition {
  /// The number of the tier; nil for all of them as one list, in the order of the list of releases.
  var tier: Int?
  /// The last release of the previous page; nil at the beginning of a tier.
  var last: (createdAt: Timestamp, id: Release.ID)?

  /// The beginning of the answer.
  static let first = SearchPosition(tier: 0, last: nil)

  init(tier: Int?, last: (createdAt: Timestamp, id: Release.ID)?) {
    self.tier = tier
    self.last = last
  }

  /// Parses a cursor: the number of the tier and a hyphen, then the last release. A cursor of the list of releases, which
  /// has no number, begins at its time.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  init(_ cursor: String) throws(CatalogueError) {
    let parts = cursor.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let tier = Int(parts[0]), tier >= 0 else {
      self.init(tier: nil, last: try Catalogue.position(cursor))
      return
    }
    self.init(tier: tier, last: try parts[1].isEmpty ? nil : Catalogue.position(String(parts[1])))
  }
}

extension SearchPosition: CustomStringConvertible {
  /// The cursor.
  var description: String {
    let tier = tier.map { "\($0)-" } ?? ""
    return tier + (last.map { "\($0.createdAt.milliseconds).\($0.id)" } ?? "")
  }
}
