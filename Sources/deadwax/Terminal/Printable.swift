/// A text that may come from a barcode or a stranger, without what a terminal would obey: control characters are
/// spelled out.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension String {
  /// How many columns it takes on a terminal: two for what East Asian scripts and pictures need, else one a character.
  var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  /// Filled up with blanks.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }

  /// Cut, with a mark that it was, to at most so many columns.
  func cut(to width: Int) -> String {
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
