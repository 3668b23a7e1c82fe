package import Deadwax
internal import Lending
internal import Storage

extension WriteTransaction {
  /// Publishes the state of a station, and the outcome of an operation on its screen.
  package func publishStation(_ station: Station.Name, _ state: StationState, outcome: Outcome? = nil) throws {
    var payload = #""mode":"\#(state.mode.rawValue)","state":"\#(state.stageName)""#
    if let outcome { payload += #","outcome":\#(try ColumnJSON.write(StoredOutcome(outcome).withoutPrivateData))"# }
    try publish(.stationChanged, station: station, subject: station.text, payload: payload)
  }

  /// Sets the state of a station for a tag job or a policy, and records that.
  package func put(_ station: Station.Name, in state: StationState, because rule: String) throws {
    let before = try self.station(station)?.state ?? StationState()
    guard before != state else { return }
    try save(state, of: station)
    try append(
      RecordedEvent(
        at: now, station: station, kind: "put", input: "{}", seed: seed, rule: rule,
        before: try ColumnJSON.write(before),
        after: try ColumnJSON.write(state)))
    try publishStation(station, state)
  }
}

extension StationState {
  /// The name of the state for the screen: the topmost open prompt.
  package var stageName: String {
    if fault != nil { return "fault" }
    return switch stage {
    case .idle: session == nil ? "idle" : "session"
    case .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode: "pending"
    case .pin, .staffPIN: "pin"
    case .question, .confirming: "question"
    case .choosing: "choosing"
    }
  }
}
