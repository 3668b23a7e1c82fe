/// A device and the process that drives it, as the hub reports it.
package struct ReaderReport: Hashable, Codable, Sendable {
  package var name: String
  /// The kind of device, in one word that the author of its program chose.
  package var kind: String
  /// The abilities of the reader, such as `codes` or `write`, in alphabetical order.
  package var capabilities: [String]
  /// The path or connection string of the device; may be empty.
  package var device: String
  package var station: Station.Name
  package var state: String
  /// The reason for a fault.
  package var reason: String?
  /// A hint for correcting the fault.
  package var hint: String?
  /// The number of objects in front of the reader.
  package var present: Int
  /// The time since which the reader is in this state.
  package var since: RFC3339Time
  /// The number of restarts since the hub started.
  package var restarts: Int
  /// The number of output lines that could not be parsed.
  package var linesSkipped: Int

  package init(
    name: String, kind: String, capabilities: [String], device: String, station: Station.Name, state: String,
    reason: String?, hint: String?, present: Int, since: RFC3339Time, restarts: Int, linesSkipped: Int
  ) {
    self.name = name
    self.kind = kind
    self.capabilities = capabilities
    self.device = device
    self.station = station
    self.state = state
    self.reason = reason
    self.hint = hint
    self.present = present
    self.since = since
    self.restarts = restarts
    self.linesSkipped = linesSkipped
  }
}
