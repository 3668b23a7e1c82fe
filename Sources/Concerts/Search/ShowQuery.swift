/// The words that a person typed to find shows, as a query of the search index. Every word is quoted, so that no character of it is an
/// operator of the index.
enum ShowQuery {
  /// The maximum number of words that are used. Further ones are ignored.
  private static let wordLimit = 24

  /// Returns the query; nil if the text has no word.
  ///
  /// - Parameter text: the text as it was typed.
  /// - Returns: the query, whose last word may be the beginning of one.
  static func match(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
      .prefix(wordLimit).map(String.init)
    var terms: [String] = []
    for (index, word) in words.enumerated() {
      let (term, isWhole) = term(of: word)
      guard let term else { continue }
      terms.append(quoted(term) + (index == words.count - 1 && !isWhole ? "*" : ""))
    }
    return terms.isEmpty ? nil : terms.joined(separator: " ")
  }

  /// Returns the query for the title of a song, whose words follow each other; nil if it has none.
  static func phrase(_ title: String) -> String? {
    let plain = SearchText.plain(title.filter { !$0.unicodeScalars.contains { $0.value < 0x20 } })
    return hasLetter(plain) ? quoted(plain) : nil
  }

  /// Returns what a word stands for in the index, and whether it cannot be the beginning of a longer word.
  private static func term(of word: String) -> (String?, isWhole: Bool) {
    if let day = ShowDate.read(word) { return (day, true) }
    if let decade = decade(word) { return (decade, true) }
    if word.allSatisfy({ "0123456789-/.".contains($0) }) {
      let trimmed = word.drop { "-/.".contains($0) }
      let number = String(trimmed)
      return (hasLetter(number) ? number : nil, false)
    }
    let plain = SearchText.plain(word)
    return (hasLetter(plain) ? plain : nil, false)
  }

  /// Reads `1970s`, `70s` and `'70s` as the decade that the index has, such as `197`.
  private static func decade(_ word: String) -> String? {
    var word = Substring(word.lowercased())
    if let first = word.first, "'’".contains(first) { word.removeFirst() }
    guard word.hasSuffix("0s"), word.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    switch word.utf8.count {
    case 5: return String(word.prefix(3))
    case 3: return (word.first.map { "3456789".contains($0) } ?? false ? "19" : "20") + word.prefix(1)
    default: return nil
    }
  }

  /// True if the index has a word of it: the others are separators there.
  private static func hasLetter(_ text: String) -> Bool {
    text.contains { $0.isLetter || $0.isNumber }
  }

  /// Returns a text in quotes, with its own quotes doubled. A quote with an accent is one character of Swift, and still a
  /// quote for the index, so the scalars count.
  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
