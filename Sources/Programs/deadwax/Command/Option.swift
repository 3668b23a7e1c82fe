/// An option of a command, a word with two hyphens.
struct Option: Sendable {
  /// The name without its hyphens.
  let name: String

  /// The placeholder for the value in the help; nil if the option has no value.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The options of every command.
  static let everywhere = [
    Option("hub", "URL", "the hub's address (the hub on this machine, or DEADWAX_HUB)"),
    Option("hub-data", "FOLDER", "the data folder of the hub (or DEADWAX_DATA)"),
    Option("token-file", "FILE", "the file with the token (or DEADWAX_TOKEN_FILE)"),
    Option("json", "for programs: one JSON document, or one per line for streams"),
    Option("help", "print this help"),
  ]

  static let dryRun = Option("dry-run", "print what would be done, without doing it")

  private init(_ name: String, _ help: String) { self.init(name, nil, help) }
}
