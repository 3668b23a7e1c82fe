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
    Option("hub", "URL", "the hub to talk to (the one that runs on this machine, or DEADWAX_HUB)"),
    Option("hub-data", "FOLDER", "the hub whose records lie there (or DEADWAX_DATA)"),
    Option("token-file", "FILE", "holds the token to show to it (or DEADWAX_TOKEN_FILE)"),
    Option("json", "for programs: a JSON document, or one a line where it streams"),
    Option("help", "this text"),
  ]

  static let dryRun = Option("dry-run", "say what it would do, and do nothing")

  private init(_ name: String, _ help: String) { self.init(name, nil, help) }
}
