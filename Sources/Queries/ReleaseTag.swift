/// A tag of a release: one or more words that people put on it, such as "jazz night". It is no NFC tag.
///
/// Two tags are one if their words are equal as a search compares them.
package struct ReleaseTag: Hashable, Sendable {
  /// The most tags of a release.
  package static let most = 50
  /// The most characters of a tag.
  package static let longest = 60
  /// The character between tags in one line. No tag has it.
  package static let separator: Character = ";"

  /// The tag as it was entered.
  package let text: String
  /// The folded words with a blank between them, by which tags are compared.
  package let key: String

  /// Creates a tag; nil for a text without a letter or digit, and for one of far more signs than characters.
  package init?(_ text: String) {
    key = SearchWords.words(of: text).joined(separator: " ")
    self.text = text
    if key.isEmpty || key.unicodeScalars.count > 3 * Self.longest { return nil }
  }

  /// Returns the tags of texts in their order. Of those that are one, the first stays.
  package static func distinct(_ texts: [String]) -> [ReleaseTag] {
    var keys: Set<String> = []
    return texts.compactMap { ReleaseTag($0) }.filter { keys.insert($0.key).inserted }
  }

  /// Returns the tags of a release into which another one is merged: its own, and those of the other one after them, up
  /// to the most that a release has.
  package static func merged(_ own: [String], with other: [String]) -> [String] {
    let all = distinct(own + other).map(\.text)
    return own.count >= most ? own : Array(all.prefix(most))
  }
}
