package import Deadwax

/// The state of a station, without its borrower.
package struct RecordedStationState: Codable, Sendable {
  package var mode: Mode
  package var state: StationState.Name
  /// True if a session was open.
  package var hasSession: Bool
  /// True if a staff card had opened the station.
  package var hasStaff: Bool
  /// The number of returns in the current batch.
  package var returns: Int?

  package init(mode: Mode, state: StationState.Name, hasSession: Bool, hasStaff: Bool, returns: Int? = nil) {
    self.mode = mode
    self.state = state
    self.hasSession = hasSession
    self.hasStaff = hasStaff
    self.returns = returns
  }
}
