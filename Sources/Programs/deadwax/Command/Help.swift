/// The help texts, generated from the table of commands.
enum Help {
  static func of(_ verbs: [Verb]) -> String {
    var text = "usage: deadwax COMMAND …\n\n" + list(verbs)
    text += "\nfor every command:\n\n" + table(Option.everywhere)
    text += "\n  deadwax COMMAND --help   help for one command\n  deadwax --version\n\n"
    text += """
      exit codes: 0 success · 1 refused · 2 usage error · 3 not found · 4 conflict
                  5 choice or confirmation needed · 69 no hub or device · 75 try again · 78 configuration
      """
    return text
  }

  /// Returns the help for the commands of one noun.
  static func of(_ noun: String, _ verbs: [Verb]) -> String {
    "usage: deadwax \(noun) COMMAND …\n\n" + list(verbs.filter { $0.noun == noun })
      + "\n  deadwax \(noun) COMMAND --help   help for one command"
  }

  static func of(_ verb: Verb) -> String {
    var text = "usage: deadwax \(verb.name)"
    if !verb.options.isEmpty { text += " [option]…" }
    if !verb.operands.isEmpty { text += " \(verb.operands)" }
    text += "\n\n\(verb.summary.prefix(1).uppercased() + verb.summary.dropFirst()).\n"
    if !verb.details.isEmpty { text += verb.details + "\n" }
    text += "\n" + table(verb.options + Option.everywhere)
    text.removeLast()
    guard !verb.examples.isEmpty else { return text }
    let width = (verb.examples.map(\.line.count).max() ?? 0) + 3
    let lines = verb.examples.map { "  \("deadwax \($0.line)".padded(to: width + 8))\($0.does)" }
    return text + "\n\nexamples:\n\n" + lines.joined(separator: "\n")
  }

  private static func list(_ verbs: [Verb]) -> String {
    let uses = verbs.map { verb in verb.name + (verb.operands.isEmpty ? "" : " \(verb.operands)") }
    let width = (uses.map(\.count).max() ?? 0) + 2
    return zip(verbs, uses).map { "  \($1.padded(to: width))\($0.summary)\n" }.joined()
  }

  private static func table(_ options: [Option]) -> String {
    let flags = options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
    let width = (flags.map(\.count).max() ?? 0) + 2
    return zip(options, flags).map { "  \($1.padded(to: width))\($0.help)\n" }.joined()
  }
}
