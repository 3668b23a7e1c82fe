/// The pattern of external cards: `*` stands for any characters, `#` for one digit, `@` for one letter, and every other
/// character for itself.
package struct CardPattern: Hashable, Sendable {
  package static let longest = 80

  private let pattern: [Unicode.Scalar]

  /// - Throws: a `PolicyError` for an empty pattern, a pattern that is too long, and one that would match every text.
  package init(_ text: String) throws(PolicyError) {
    guard !text.isEmpty else { throw PolicyError("A card pattern must have at least one character.") }
    guard text.unicodeScalars.count <= Self.longest else {
      throw PolicyError("A card pattern must have at most \(Self.longest) characters.")
    }
    guard text.contains(where: { $0 != "*" }) else {
      throw PolicyError("The card pattern '\(text)' would match every code.")
    }
    self.init(trusted: text)
  }

  /// Creates a pattern that was validated when it was set.
  init(trusted text: String) { pattern = Array(text.unicodeScalars) }

  /// Returns true if the whole text matches the pattern. Backtracking uses only the last star, so the time is at most
  /// proportional to the pattern's length times the text's.
  package func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var inPattern = 0
    var inText = 0
    var star: Int?
    var starTaken = 0
    while inText < text.count {
      if inPattern < pattern.count, pattern[inPattern] == "*" {
        star = inPattern
        starTaken = inText
        inPattern += 1
      } else if inPattern < pattern.count, takes(pattern[inPattern], text[inText]) {
        inPattern += 1
        inText += 1
      } else if let last = star {
        starTaken += 1
        inText = starTaken
        inPattern = last + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "*" }
  }

  private func takes(_ wanted: Unicode.Scalar, _ found: Unicode.Scalar) -> Bool {
    switch wanted {
    case "#": ("0"..."9").contains(found)
    case "@": found.properties.isAlphabetic
    default: wanted == found
    }
  }
}
