extension ProgramDefinition {
  /// The help of the whole program.
  package var help: String {
    if let onlyCommand { return help(of: onlyCommand) }
    var text = "usage: \(name) COMMAND …\n\n" + list(commands)
    if !commonOptions.isEmpty { text += "\nfor every command:\n\n" + table(commonOptions) }
    text += "\n  \(name) COMMAND --help   help for one command\n  \(name) --version\n"
    return details.isEmpty ? String(text.dropLast()) : text + "\n" + details
  }

  /// Returns the help for the commands of one noun.
  package func help(ofNoun noun: String) -> String {
    "usage: \(name) \(noun) COMMAND …\n\n" + list(commands.filter { $0.noun == noun })
      + "\n  \(name) \(noun) COMMAND --help   help for one command"
  }

  /// Returns the help for one command.
  package func help(of command: CommandDefinition) -> String {
    var text = usage(of: command) + "\n\n" + sentence(command.summary) + "\n"
    if !command.details.isEmpty { text += command.details + "\n" }
    let options = command.options + commonOptions + [.flag("help", "print this help")]
    text += "\n" + table(options)
    if !command.notes.isEmpty { text += "\n" + command.notes + "\n" }
    guard !command.examples.isEmpty else { return String(text.dropLast()) }
    let lines = command.examples.map { "\(name) \($0.line)" }
    let width = (lines.map(\.count).max() ?? 0) + 3
    return text + "\nexamples:\n\n"
      + zip(lines, command.examples).map { "  \(padded($0, to: width))\($1.does)" }.joined(separator: "\n")
  }

  private func usage(of command: CommandDefinition) -> String {
    let start = [name, command.name].filter { !$0.isEmpty }.joined(separator: " ")
    if !command.forms.isEmpty {
      let lines = command.forms.map { "\(start) \($0)" }
      return "usage: " + lines.joined(separator: "\n       ")
    }
    let optional = command.options.contains { !$0.isRequired } ? " [option]…" : ""
    let rest = command.synopsis.dropFirst(command.name.count)
    return "usage: \(start)\(optional)\(rest.isEmpty || rest.hasPrefix(" ") ? "" : " ")\(rest)"
  }

  private func list(_ commands: [CommandDefinition]) -> String {
    rows(commands.map { ($0.synopsis, $0.summary) }, mostColumns: 60)
  }

  private func table(_ options: [Option]) -> String {
    var text = ""
    var sections: [String] = []
    for option in options where !sections.contains(option.section) { sections.append(option.section) }
    // All sections have the same columns.
    let width = options.map(\.synopsis.count).max() ?? 0
    for section in sections.filter({ !$0.isEmpty }) + sections.filter(\.isEmpty) {
      if !section.isEmpty { text += "[\(section)]\n" }
      let lines = options.filter { $0.section == section }.map { ($0.synopsis, $0.description) }
      text += rows(lines, mostColumns: 32, width: width)
    }
    return text
  }

  /// Returns lines of two columns. The second one is wrapped; a long text in the first one pushes it to the right.
  private func rows(_ lines: [(String, String)], mostColumns: Int, width: Int? = nil) -> String {
    let width = min(mostColumns, width ?? (lines.map(\.0.count).max() ?? 0)) + 2
    return lines.map { left, right in
      let first = padded(left, to: max(width, left.count + 2))
      let indent = String(repeating: " ", count: width + 2)
      let parts = wrapped(right, firstWidth: Self.lineWidth - 2 - first.count, width: Self.lineWidth - indent.count)
      return "  \(first)" + parts.joined(separator: "\n\(indent)") + "\n"
    }.joined()
  }

  private static let lineWidth = 110

  private func wrapped(_ text: String, firstWidth: Int, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let most = lines.isEmpty ? firstWidth : width
      if !line.isEmpty, line.count + 1 + word.count > most {
        lines.append(line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  private func sentence(_ phrase: String) -> String {
    guard let first = phrase.first else { return "" }
    return first.uppercased() + phrase.dropFirst() + (phrase.hasSuffix(".") ? "" : ".")
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
