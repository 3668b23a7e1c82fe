/// A station that counts in a stock-take.
package struct StockTakeStation: Hashable, Sendable {
  package var station: Station.Name
  /// The place that it counts now; nil for the whole scope.
  package var place: Place.ID?
  /// The number of its scans that have arrived.
  package var scans: Int
  /// The time at which its last scan arrived.
  package var lastAt: Timestamp
  /// The time at which a person ended the counting there; nil while scans of it may be missing.
  package var leftAt: Timestamp?

  package init(station: Station.Name, place: Place.ID?, scans: Int, lastAt: Timestamp, leftAt: Timestamp?) {
    self.station = station
    self.place = place
    self.scans = scans
    self.lastAt = lastAt
    self.leftAt = leftAt
  }
}
