/// The words of a label without the characters for which the machine has no font.
///
/// Pango would draw such a character as a box with its number, wider and higher than the line.
struct PrintableWords {
  /// The remaining words. A text that loses more than half of its letters is omitted completely. If the heading is
  /// omitted, the next text takes its place, such as a copy's number.
  private(set) var content: LabelContent
  /// The number of omitted characters.
  private(set) var missingGlyphs = 0
  /// The Debian packages that have fonts for them.
  private(set) var fontPackages: Set<String> = []

  /// - Throws: `LabelError.undrawable`.
  init(_ content: LabelContent) throws(LabelError) {
    self.content = content
    let ruler = try TextRuler()
    self.content.heading = try printable(content.heading, ruler)
    self.content.details = []
    for detail in content.details {
      let words = try printable(detail, ruler)
      if !words.isEmpty { self.content.details.append(words) }
    }
    if self.content.heading.isEmpty, !content.heading.isEmpty, !self.content.details.isEmpty {
      self.content.heading = self.content.details.removeFirst()
    }
  }

  private mutating func printable(_ text: String, _ ruler: borrowing TextRuler) throws(LabelError) -> String {
    guard try lacksFont(text, ruler) else { return text }
    var left = ""
    for character in text {
      if try lacksFont(String(character), ruler) {
        missingGlyphs += 1
        if let package = Self.package(for: character) { fontPackages.insert(package) }
      } else {
        left.append(character)
      }
    }
    let letters = text.count { !$0.isWhitespace }
    guard left.count(where: { !$0.isWhitespace }) * 2 >= letters else { return "" }
    return left.split(separator: " ").joined(separator: " ")
  }

  private func lacksFont(_ text: String, _ ruler: borrowing TextRuler) throws(LabelError) -> Bool {
    try ruler.measure(text, TextBlock.Style(size: 20), width: 20_000).missingGlyphs > 0
  }

  /// Returns the Debian package whose fonts have a character; nil for one that is in no script.
  private static func package(for character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.properties.generalCategory {
    case .privateUse, .unassigned, .surrogate: return nil
    default: break
    }
    if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
    switch scalar.value {
    // Hangul Jamo; radicals to Yi letters; Hangul syllables; compatibility forms; the planes of ideographs.
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      return "fonts-noto-cjk"
    default: return "fonts-noto-core"
    }
  }
}
