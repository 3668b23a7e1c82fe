/// A printed number that is searched for, such as a catalogue number.
package struct QueryNumber: Hashable, Sendable {
  /// The letters and digits alone: blanks, punctuation and capitals do not count.
  package let key: String
  /// True if the key is the beginning of the number.
  package let isPrefix: Bool

  /// Creates a number; nil for a text without a letter or digit.
  package init?(_ text: String, isPrefix: Bool) {
    key = Self.key(of: text)
    self.isPrefix = isPrefix
    if key.isEmpty { return nil }
  }

  /// Returns the letters and digits of a printed number, by which numbers are compared.
  package static func key(of text: String) -> String { SearchWords.words(of: text).joined() }

  /// Returns true if a printed number is this one, or begins with it.
  package func matches(_ number: String) -> Bool {
    let number = Self.key(of: number).unicodeScalars
    return isPrefix ? number.starts(with: key.unicodeScalars) : number.elementsEqual(key.unicodeScalars)
  }
}

extension QueryNumber: CustomStringConvertible {
  package var description: String { isPrefix ? key + "*" : key }
}
