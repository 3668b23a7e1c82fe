package import Deadwax

/// A station that counts in a stock-take.
package struct StockTakeStationResource: Codable, Sendable {
  package var name: Station.Name
  /// The number of its scans that have arrived.
  package var scans: Int
  /// The time at which its last scan arrived.
  package var lastAt: RFC3339Time
  /// True while it counts, so that scans of it may not have arrived; omitted otherwise.
  package var isAwaited: Bool?

  package init(_ station: StockTakeStation) {
    name = station.station
    scans = station.scans
    lastAt = RFC3339Time(station.lastAt)
    isAwaited = station.leftAt == nil ? true : nil
  }
}
