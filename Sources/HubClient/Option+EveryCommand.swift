package import CommandLineArguments

extension Option {
  /// The options of every command.
  package static let everywhere = [
    Option("hub", "URL", "the hub's address (the hub on this machine, or DEADWAX_HUB)"),
    Option("hub-data", "FOLDER", "the data folder of the hub (or DEADWAX_DATA)"),
    Option("token-file", "FILE", "the file with the token (or DEADWAX_TOKEN_FILE)"),
    Option.flag("json", "for programs: one JSON document, or one per line for streams"),
  ]

  /// The option that makes a command print its changes without making them.
  package static let dryRun = Option.flag("dry-run", "print what would be done, without doing it")
}
