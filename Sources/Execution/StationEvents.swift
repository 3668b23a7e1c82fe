package import Deadwax
internal import Lending
internal import Storage

extension WriteTransaction {
  /// Publishes the state of a station, and the outcome of an operation on its screen.
  package func publishStation(_ station: Station.Name, _ state: StationState, outcome: Outcome? = nil) throws {
    let outcome = outcome.map { EventBody.ScreenOutcome(code: $0.code) }
    try publish(
      .stationChanged(mode: state.mode, state: state.name, outcome: outcome), station: station, subject: station.text)
  }

  /// Sets the state of a station for a tag job or a policy, and records that.
  package func put(_ station: Station.Name, in state: StationState, because rule: String) throws {
    let before = try self.station(station)?.state ?? StationState()
    guard before != state else { return }
    try save(state, of: station)
    if let ended = state.additions(since: before).ended { try end(ended) }
    try append(
      RecordedEvent(
        at: now, station: station, kind: "put", input: "{}", seed: seed, rule: rule,
        before: try ColumnJSON.write(before),
        after: try ColumnJSON.write(state)))
    try publishStation(station, state)
  }
}
