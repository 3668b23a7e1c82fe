internal import Foundation

/// Conversion of text to ASCII.
enum ASCIILetters {
  /// Replaces every character with the nearest ASCII characters, or with a question mark if there are none. Retains
  /// line feeds.
  static func plain(_ text: String) -> String {
    var plain = ""
    for character in text {
      if let byte = character.asciiValue {
        plain.unicodeScalars.append(Unicode.Scalar(byte))
      } else if let known = letters[character] {
        plain += known
      } else if character.isWhitespace {
        plain += character.isNewline ? "\n" : " "
      } else {
        // A letter with a diacritic becomes its base letter: in the canonical decomposition the marks follow it.
        let bare = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.filter(\.isASCII)
        plain += bare.isEmpty ? "?" : String(String.UnicodeScalarView(bare))
      }
    }
    return plain
  }

  private static let letters: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe",
    "Œ": "Oe", "ø": "o", "Ø": "O", "å": "a", "Å": "A", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ł": "l", "Ł": "L",
    "–": "-", "—": "-", "‑": "-", "−": "-", "·": "-", "…": "...", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"",
    "‘": "'", "’": "'", "‚": "'", "×": "x", "€": "EUR", "£": "GBP", "¥": "JPY", "″": "\"", "′": "'", "½": "1/2",
  ]
}
