package import Deadwax
internal import ReaderProtocol

extension ReaderReport {
  /// - Parameters:
  ///   - status: the status of the reader.
  ///   - present: the number of objects in front of it.
  package init(_ status: ReaderStatus, present: Int) {
    self.init(
      name: status.name, kind: status.kind.rawValue, capabilities: status.capabilities.map(\.rawValue).sorted(),
      device: status.device, station: Station.Name(status.station) ?? .hubStation, state: status.state.kind.rawValue,
      reason: status.state.reason, hint: status.state.hint, present: present, since: RFC3339Time(status.since),
      restarts: status.restarts, linesSkipped: status.linesSkipped)
  }
}
