/// The help, made from the table of verbs.
enum Help {
  static func of(_ verbs: [Verb]) -> String {
    let uses = verbs.map { verb in verb.name + (verb.operands.isEmpty ? "" : " \(verb.operands)") }
    let width = (uses.map(\.count).max() ?? 0) + 2
    var text = "usage: deadwax COMMAND …\n\n"
    for (verb, use) in zip(verbs, uses) { text += "  \(use.padded(to: width))\(verb.summary)\n" }
    text += "\nfor every command:\n\n" + table(Option.everywhere)
    text += "\n  deadwax COMMAND --help   tells more about one\n  deadwax --version\n\n"
    text += """
      exit codes: 0 done · 1 refused · 2 not understood · 3 not found · 4 conflict · 5 somebody has to choose ·
                  69 no hub or device · 75 try again · 78 configuration
      """
    return text
  }

  static func of(_ verb: Verb) -> String {
    var text = "usage: deadwax \(verb.name)"
    if !verb.options.isEmpty { text += " [option]…" }
    if !verb.operands.isEmpty { text += " \(verb.operands)" }
    text += "\n\n\(verb.summary.prefix(1).uppercased() + verb.summary.dropFirst()).\n"
    if !verb.details.isEmpty { text += verb.details + "\n" }
    text += "\n" + table(verb.options + Option.everywhere)
    text.removeLast()
    return text
  }

  private static func table(_ options: [Option]) -> String {
    let flags = options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
    let width = (flags.map(\.count).max() ?? 0) + 2
    return zip(options, flags).map { "  \($1.padded(to: width))\($0.help)\n" }.joined()
  }
}
