/// The arguments after a reader's name, parsed one by one.
struct ReaderArguments {
  /// An error in the command line, as one sentence.
  struct Misuse: Error {
    let sentence: String
  }

  private var words: [String]
  /// The value attached to the last option, as in `--fps=5`.
  private var attached: String?
  private var optionsAreOver = false

  init(_ words: [String]) { self.words = words.reversed() }

  enum Word: Equatable {
    /// An option with its hyphens, without its value.
    case option(String)
    case operand(String)
  }

  /// Returns the next argument; nil at the end.
  mutating func next() throws(Misuse) -> Word? {
    if let attached { throw Misuse(sentence: "'\(attached)' follows an option that takes no value") }
    guard let word = words.popLast() else { return nil }
    if optionsAreOver || !word.hasPrefix("-") || word == "-" { return .operand(word) }
    if word == "--" {
      optionsAreOver = true
      return try next()
    }
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return .option(word) }
    attached = String(word[word.index(after: sign)...])
    return .option(String(word[..<sign]))
  }

  /// Returns the value of the option that `next()` just returned.
  mutating func value(of option: String) throws(Misuse) -> String {
    if let value = attached {
      attached = nil
      return value
    }
    guard let value = words.popLast() else { throw Misuse(sentence: "\(option) needs a value") }
    return value
  }
}
