/// The order of names in a library: *The Beatles* stand under B, *Motörhead* under Motor, and *9* before *10*.
package enum SortKey {
  /// The articles that do not count at the beginning of a name.
  private static let articles: Set<String> = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las", "il",
  ]

  /// Returns a key that sorts a name by its bytes, as every database compares them.
  ///
  /// Case, diacritics and punctuation do not count, and digits stand before letters. Digits that follow each other are
  /// one number: its length in two digits precedes it. An article alone is a name.
  ///
  /// - Parameter name: the name of an artist, a label or a title.
  /// - Returns: the key; empty for a name without a letter or digit.
  package static func key(of name: String) -> String {
    var words = SearchWords.words(of: withoutElision(name))
    if words.count > 1, articles.contains(words[0]) { words.removeFirst() }
    return words.map(key(ofWord:)).joined(separator: " ")
  }

  /// Returns a name without an article that an apostrophe joins to it, as in *L'Heure*.
  private static func withoutElision(_ name: String) -> String {
    let start = name.drop(while: \.isWhitespace)
    for apostrophe in ["'", "\u{2019}"] where start.lowercased().hasPrefix("l\(apostrophe)") && start.count > 2 {
      return String(start.dropFirst(2))
    }
    return name
  }

  private static func key(ofWord word: String) -> String {
    var key = ""
    var rest = word.unicodeScalars[...]
    while !rest.isEmpty {
      let letters = rest.prefix { !("0"..."9").contains($0) }
      key.unicodeScalars.append(contentsOf: letters)
      rest = rest.dropFirst(letters.count)
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty else { continue }
      rest = rest.dropFirst(digits.count)
      let number = digits.drop { $0 == "0" }
      // A longer number than this is no number of a name, and its order matters to no one.
      let length = min(number.count, 99)
      key += (length < 10 ? "0" : "") + String(length)
      key.unicodeScalars.append(contentsOf: number)
    }
    return key
  }
}
