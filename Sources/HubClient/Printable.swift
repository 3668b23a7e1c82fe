extension String {
  /// The number of columns on a terminal: two for East Asian wide characters and emoji, one for any other character.
  package var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  /// Returns the text with spaces appended up to that width.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }

  /// Returns the text cut to at most that many columns, with an ellipsis if it was cut.
  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var text = ""
    var room = width - 1
    for character in self {
      room -= character.isWide ? 2 : 1
      guard room >= 0 else { break }
      text.append(character)
    }
    return text + "…"
  }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default:
      return scalar.properties.isEmojiPresentation
    }
  }
}

/// Returns a number with its noun: `1 sheet`, `2 sheets`.
package func counted(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
