/// A word with two hyphens that a verb takes.
struct Option: Sendable {
  /// Without its hyphens.
  let name: String

  /// What stands for its value in the help; nil where it takes none.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// What every verb takes.
  static let everywhere = [
    Option("hub", "URL", "the hub to talk to (http://127.0.0.1:8740, or DEADWAX_HUB)"),
    Option("token-file", "FILE", "holds the token to show to it (or DEADWAX_TOKEN_FILE)"),
    Option("json", "for programs: a JSON document, or one a line where it streams"),
    Option("help", "this text"),
  ]

  static let dryRun = Option("dry-run", "say what it would do, and do nothing")

  private init(_ name: String, _ help: String) { self.init(name, nil, help) }
}
