package import Deadwax

/// A stock-take with its result so far.
package struct StockTakeView: Hashable, Sendable {
  package var take: StockTake
  /// The number of copies of the expected set.
  package var expected: Int
  /// The number of entries of each class that has any.
  package var counts: [StockTakeClass: Int]
  /// The number of scans that repeated earlier ones.
  package var again: Int
  package var stations: [StockTakeStation]
  /// The number of scans that arrived after the stock-take was closed, and after it was applied.
  package var lateScans: Int
  /// True if its last apply was undone.
  package var isUndone: Bool

  /// The number of expected copies that were seen.
  package var seen: Int {
    [StockTakeClass.found, .foundByRelease, .ticked].reduce(0) { $0 + (counts[$1] ?? 0) }
  }
  /// The number of entries that a person should look at.
  package var exceptions: Int { counts.reduce(0) { $0 + ($1.key.isException ? $1.value : 0) } }
  /// The stations whose scans may not have arrived.
  package var awaited: [Station.Name] { stations.filter { $0.leftAt == nil }.map(\.station) }
}
