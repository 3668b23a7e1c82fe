package import Deadwax
package import ReaderProtocol

/// The status of a reader as the hub sees it: its own reports and the events of its process.
package struct ReaderStatus: Hashable, Sendable {
  package var name: String
  /// The kind as its hello states it; before the hello, as configured.
  package var kind: ReaderKind
  /// The capabilities as its hello states them; before the first hello, those of its kind.
  package var capabilities: Set<ReaderCapability>
  /// The device as the reader describes it; empty before its hello.
  package var device: String
  package var station: String
  package var state: ReaderState
  /// The time at which the kind of the state last changed.
  package var since: Timestamp
  /// The number of times its program was restarted.
  package var restarts: Int
  /// The number of lines that could not be parsed, since the hub started.
  package var linesSkipped: Int
  /// The process id of the program; nil if it does not run.
  package var process: Int32?

  package init(
    name: String, kind: ReaderKind, capabilities: Set<ReaderCapability>? = nil, device: String = "", station: String,
    state: ReaderState, since: Timestamp, restarts: Int = 0, linesSkipped: Int = 0, process: Int32? = nil
  ) {
    self.name = name
    self.kind = kind
    self.capabilities = capabilities ?? ReaderCapability.of(kind)
    self.device = device
    self.station = station
    self.state = state
    self.since = since
    self.restarts = restarts
    self.linesSkipped = linesSkipped
    self.process = process
  }
}
