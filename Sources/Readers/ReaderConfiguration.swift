package import ReaderProtocol

/// A reader of this machine: the program that drives it and the station it belongs to.
package struct ReaderConfiguration: Hashable, Sendable {
  /// The name, for example `camera`, unique among the readers of the hub.
  package var name: String
  /// The station that receives its readings.
  package var station: String
  /// The kind that its hello must state; nil for any.
  package var kind: ReaderKind?
  /// The absolute path of the program.
  package var executable: String
  /// The arguments without the program's name.
  package var arguments: [String]
  /// True if it uses any device that it detects, so that its absence is not a fault.
  package var isOptional: Bool
  /// Variables for the program, in addition to a few harmless ones of the hub (`PATH`, `LANG` …). The hub's other
  /// variables, such as tokens, are not passed to readers.
  package var environment: [String: String]

  package init(
    name: String, station: String, kind: ReaderKind?, executable: String, arguments: [String] = [],
    isOptional: Bool = false, environment: [String: String] = [:]
  ) {
    self.name = name
    self.station = station
    self.kind = kind
    self.executable = executable
    self.arguments = arguments
    self.isOptional = isOptional
    self.environment = environment
  }
}
