package import ReaderProtocol

/// A reader of this machine: the program that drives it and the station it belongs to.
package struct ReaderConfiguration: Hashable, Sendable {
  /// The name, for example `camera`, unique among the readers of the hub.
  package var name: String
  /// The station that receives its readings.
  package var station: String
  package var kind: ReaderMessage.Kind
  /// The absolute path of the program.
  package var executable: String
  /// The arguments without the program's name.
  package var arguments: [String]
  /// Variables for the program, in addition to a few harmless ones of the hub (`PATH`, `LANG` …). The hub's other
  /// variables, such as tokens, are not passed to readers.
  package var environment: [String: String]

  package init(
    name: String, station: String, kind: ReaderMessage.Kind, executable: String, arguments: [String] = [],
    environment: [String: String] = [:]
  ) {
    self.name = name
    self.station = station
    self.kind = kind
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }
}
