/// The parsed command line.
enum ParsedCommandLine {
  case help(String)
  case version
  case verb(Verb, Given)

  /// The options and operands of a command.
  struct Given: Equatable {
    /// The values by option name; an empty text for an option without a value.
    var options: [String: String] = [:]
    var operands: [String] = []
  }

  /// - Parameters:
  ///   - words: the arguments without the program's name.
  ///   - verbs: the table of commands.
  /// - Throws: `Failure` with the code `usage`.
  init(_ words: [String], verbs: [Verb]) throws(Failure) {
    var rest = words[...]
    var given = Given()
    var verb: Verb?
    // The first word of a two-word command, such as `tag` in `tag list`.
    var noun: String?
    while let word = rest.popFirst() {
      if word == "--" {
        guard verb != nil else { throw Self.misuse("A command must come before --.", nil) }
        given.operands += rest
        break
      }
      if word == "-h" || word == "--help" {
        self = .help(verb.map(Help.of) ?? noun.map { Help.of($0, verbs) } ?? Help.of(verbs))
        return
      }
      if word == "--version" {
        self = .version
        return
      }
      if word.hasPrefix("-"), word != "-" {
        try Self.take(word, &rest, &given, verb)
      } else if verb != nil {
        given.operands.append(word)
      } else if word == "help", noun == nil {
        self = .help(try Self.help(rest, verbs))
        return
      } else if noun == nil, verbs.contains(where: { $0.noun == word }) {
        noun = word
      } else {
        let found = try Self.find(noun.map { "\($0) \(word)" } ?? word, verbs)
        verb = found
        if found.passesOn {
          given.operands = Array(rest)
          break
        }
      }
    }
    guard let verb else {
      throw noun.map { Failure(.usage, "\($0) needs a subcommand.", advice: Help.of($0, verbs)) }
        ?? Failure(.usage, "No command is given.", advice: Help.of(verbs))
    }
    self = .verb(verb, given)
  }

  /// Returns the help for the words after `help`.
  private static func help(_ words: ArraySlice<String>, _ verbs: [Verb]) throws(Failure) -> String {
    guard let first = words.first else { return Help.of(verbs) }
    guard verbs.contains(where: { $0.noun == first }) else { return Help.of(try find(first, verbs)) }
    guard words.count > 1 else { return Help.of(first, verbs) }
    return Help.of(try find(words.prefix(2).joined(separator: " "), verbs))
  }

  private static func find(_ name: String, _ verbs: [Verb]) throws(Failure) -> Verb {
    if let verb = verbs.first(where: { $0.name == name }) { return verb }
    let near = nearest(name, among: verbs.map(\.name) + Set(verbs.compactMap(\.noun)).sorted())
    throw misuse("Unknown command \(printable(name))." + (near.map { " Did you mean \($0)?" } ?? ""), nil)
  }

  private static func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ given: inout Given, _ verb: Verb?
  ) throws(Failure) {
    let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let options = Option.everywhere + (verb?.options ?? [])
    guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
      let near = nearest(name, among: options.map(\.name)).map { " Did you mean --\($0)?" }
      let place = verb == nil ? " before a command" : ""
      throw misuse("Unknown option \(printable(word))\(place)." + (near ?? ""), verb)
    }
    let value: String
    switch (option.value, parts.count) {
    case (nil, 1): value = ""
    case (nil, _): throw misuse("--\(name) takes no value.", verb)
    case (_?, 2...): value = String(parts[1])
    case (let placeholder?, _):
      guard let next = rest.popFirst() else { throw misuse("--\(name) needs a value: \(placeholder).", verb) }
      value = next
    }
    guard given.options.updateValue(value, forKey: name) == nil else {
      throw misuse("--\(name) is given twice.", verb)
    }
  }

  private static func misuse(_ sentence: String, _ verb: Verb?) -> Failure {
    Failure(.usage, sentence, advice: "See: deadwax " + (verb.map { "\($0.name) --help" } ?? "--help"))
  }
}

/// Returns the known word that is most similar to a word; nil if none is similar enough.
func nearest(_ word: String, among words: [String]) -> String? {
  let ranked = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
  guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, word.utf8.count / 3), best.1 < word.utf8.count
  else { return nil }
  return best.0
}

/// Returns the number of bytes that must be inserted, removed or changed (Levenshtein).
private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let cost = letter == other ? diagonal : 1 + min(diagonal, row[j], row[j + 1])
      diagonal = row[j + 1]
      row[j + 1] = cost
    }
  }
  return row[right.count]
}
