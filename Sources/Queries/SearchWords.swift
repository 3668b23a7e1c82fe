/// The words of a text as a search compares them.
///
/// Letters are in lower case and without diacritics, and everything else separates words. An apostrophe separates
/// nothing, so that *don't* and *dont* are one word. The search index and the queries use this one rule.
package enum SearchWords {
  /// Returns the words of a text, in order. Folding a word again does not change it.
  package static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if apostrophes.contains(scalar) || isDiacritic(scalar) { continue }
      guard isPartOfWord(scalar) else {
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll(keepingCapacity: true)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isDiacritic(lower) {
        for letter in LetterFolding.base(of: lower) { append(letter, to: &word) }
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Adds a letter to a word. A letter and a sign that make one letter are stored as that letter.
  private static func append(_ letter: Unicode.Scalar, to word: inout String.UnicodeScalarView) {
    if let last = word.last, let joined = LetterComposition.joined(last, letter) {
      word.removeLast()
      word.append(joined)
    } else {
      word.append(letter)
    }
  }

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}", "\u{2018}", "\u{2BC}"]

  /// Returns true for the combining marks of Latin, Greek and Cyrillic letters. The vowel signs of other scripts are
  /// letters in all but name, and stay.
  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
