package import Deadwax

/// The data of `station.fault`, which is not in the journal and has no id.
package struct FaultEvent: Codable, Sendable {
  /// The kind, which no event of the journal has.
  package static let kind = "station.fault"

  package var kind: String
  package var at: RFC3339Time
  /// The station of the scan that was not stored; omitted if it was something else.
  package var station: Station.Name?
  /// The fault; omitted when everything can be stored again.
  package var fault: StationFault?

  package init(at: RFC3339Time, station: Station.Name?, fault: StationFault?) {
    kind = Self.kind
    self.at = at
    self.station = station
    self.fault = fault
  }
}
