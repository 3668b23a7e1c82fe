package import Deadwax
package import ReaderProtocol

/// How a reader is, as the hub sees it: what it says of itself, or what happened to its process.
package struct ReaderStatus: Hashable, Sendable {
  package var name: String
  package var kind: ReaderMessage.Kind
  /// What it reads from, in its own words; empty until it has said so.
  package var device: String
  package var station: String
  package var state: ReaderState
  /// When the kind of the state last changed.
  package var since: Timestamp
  /// How often its program was started again.
  package var restarts: Int
  /// Lines that could not be understood, since the hub started.
  package var linesSkipped: Int
  /// The program's process; nil when none runs.
  package var process: Int32?

  package init(
    name: String, kind: ReaderMessage.Kind, device: String = "", station: String, state: ReaderState,
    since: Timestamp, restarts: Int = 0, linesSkipped: Int = 0, process: Int32? = nil
  ) {
    self.name = name
    self.kind = kind
    self.device = device
    self.station = station
    self.state = state
    self.since = since
    self.restarts = restarts
    self.linesSkipped = linesSkipped
    self.process = process
  }
}
