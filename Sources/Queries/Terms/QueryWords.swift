/// A text that is searched for: words that follow each other, or all words of a text.
package struct QueryWords: Hashable, Sendable {
  /// The words as `SearchWords` has them; at least one.
  package let words: [String]
  /// True if the last word is the beginning of a word.
  package let isPrefix: Bool
  /// True if the words are the whole text, and not a part of it.
  package let isWhole: Bool

  /// Creates a text; nil for one without a letter or digit.
  package init?(_ text: String, isPrefix: Bool) {
    words = SearchWords.words(of: text)
    self.isPrefix = isPrefix
    isWhole = false
    if words.isEmpty { return nil }
  }

  /// Creates a whole text; nil for one without a letter or digit.
  package init?(whole text: String) {
    words = SearchWords.words(of: text)
    (isPrefix, isWhole) = (false, true)
    if words.isEmpty { return nil }
  }

  /// Returns true if the words occur in a text, one after the other. The text is one of `SearchWords`.
  package func occurs(in text: [String]) -> Bool {
    guard isWhole ? text.count == words.count : text.count >= words.count else { return false }
    return (0...text.count - words.count).contains { start in
      words.indices.allSatisfy { index in
        let (word, wanted) = (text[start + index].unicodeScalars, words[index].unicodeScalars)
        return isPrefix && index == words.count - 1 ? word.starts(with: wanted) : word.elementsEqual(wanted)
      }
    }
  }
}

extension QueryWords: CustomStringConvertible {
  package var description: String {
    let text = words.count == 1 ? words[0] : "\"\(words.joined(separator: " "))\""
    return isWhole ? "=" + text : isPrefix ? text + "*" : text
  }
}
