package import Deadwax

/// A stock-take with its result so far.
package struct StockTakeResource: Codable, Sendable {
  package var id: StockTake.ID
  package var name: String
  package var state: StockTake.State
  /// The counted place, with its name at the start.
  package var place: StockTakePlace?
  /// The counted query of the library.
  package var query: String?
  /// The number of copies of the expected set.
  package var expected: Int
  /// The number of entries of each class that has any.
  package var counts: [StockTakeCount]
  /// The number of entries that a person should look at.
  package var exceptions: Int
  /// The number of scans that repeated earlier ones.
  package var again: Int
  package var stations: [StockTakeStationResource]
  /// The number of scans that arrived after it was closed or applied.
  package var lateScans: Int
  package var startedAt: RFC3339Time
  package var startedBy: String?
  package var closedAt: RFC3339Time?
  package var closedBy: String?
  /// The time of the last apply or of the cancellation.
  package var endedAt: RFC3339Time?
  package var endedBy: String?
  /// The change of the last apply; absent if nothing had to change.
  package var change: Change.ID?
  /// True if that change was undone; omitted otherwise.
  package var isUndone: Bool?
  package var version: Int

  package init(
    _ take: StockTake, expected: Int, counts: [StockTakeClass: Int], exceptions: Int, again: Int,
    stations: [StockTakeStation], lateScans: Int, isUndone: Bool
  ) {
    id = take.id
    name = take.name
    state = take.state
    switch take.scope {
    case .place(let id, let name): place = StockTakePlace(id: id, name: name)
    case .query(let text): query = text
    }
    self.expected = expected
    self.counts = StockTakeCount.list(counts)
    self.exceptions = exceptions
    self.again = again
    self.stations = stations.map { StockTakeStationResource($0) }
    self.lateScans = lateScans
    startedAt = RFC3339Time(take.startedAt)
    startedBy = take.startedBy
    closedAt = RFC3339Time(take.closedAt)
    closedBy = take.closedBy
    endedAt = RFC3339Time(take.endedAt)
    endedBy = take.endedBy
    change = take.change
    self.isUndone = isUndone ? true : nil
    version = take.version
  }
}
