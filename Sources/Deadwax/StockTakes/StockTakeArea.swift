/// The places of a library as a tree, and the part of it that a stock-take counts.
package struct StockTakeArea: Hashable, Sendable {
  /// The counted place; nil if a query is counted.
  package var root: Place.ID?
  /// The place that contains each place.
  package var parents: [Place.ID: Place.ID]

  package init(root: Place.ID?, parents: [Place.ID: Place.ID]) {
    self.root = root
    self.parents = parents
  }

  /// Returns true if a place is another one or below it.
  package func isPlace(_ place: Place.ID?, in other: Place.ID) -> Bool {
    var (next, steps) = (place, 0)
    while let current = next, steps <= parents.count {
      if current == other { return true }
      next = parents[current]
      steps += 1
    }
    return false
  }

  /// Returns true if a place is in the counted part. A query counts everywhere.
  package func contains(_ place: Place.ID?) -> Bool { root.map { isPlace(place, in: $0) } ?? true }
}
