package import Deadwax

/// The data of `station.fault`, which is not in the journal and has no id.
package struct FaultEvent: Codable, Sendable {
  package var kind: String
  package var at: RFC3339Time
  /// The station of the scan that was not stored; omitted if it was something else.
  package var station: Station.Name?
  /// The fault; omitted when everything can be stored again.
  package var fault: StationFault?

  package init(kind: String, at: RFC3339Time, station: Station.Name? = nil, fault: StationFault? = nil) {
    self.kind = kind
    self.at = at
    self.station = station
    self.fault = fault
  }
}
