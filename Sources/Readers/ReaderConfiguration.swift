package import ReaderProtocol

/// One reader of this machine: which program to run for it, and which desk it belongs to.
package struct ReaderConfiguration: Hashable, Sendable {
  /// As `camera`; told apart from the other readers of the hub by it.
  package var name: String
  /// The desk that its readings are for.
  package var station: String
  package var kind: ReaderMessage.Kind
  /// The absolute path of the program.
  package var executable: String
  /// Without the program's name.
  package var arguments: [String]
  /// Given to the program beside a few harmless variables of the hub's own (`PATH`, `LANG` …): what else the hub was
  /// given, as tokens, is none of a reader's business.
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
