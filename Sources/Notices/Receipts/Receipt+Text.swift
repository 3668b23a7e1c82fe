internal import Deadwax
internal import Foundation
package import Messages

extension Receipt {
  /// The width in characters: that of most receipt printers in their standard font.
  package static let width = 40

  /// Returns the receipt for a text-only printer, in lines of at most 40 characters.
  ///
  /// - Parameters:
  ///   - words: the messages in the station's language.
  ///   - isASCII: true if the printer supports only ASCII characters.
  /// - Returns: UTF-8 text; each line ends with a line feed.
  package func text(_ words: Words, isASCII: Bool = false) -> String {
    var paper = Paper()
    paper.add(words.text("receipt.title"), isCentred: true)
    paper.add(words.day(at) + (shortName.map { " · \($0)" } ?? ""), isCentred: true)
    paper.rule()
    if lines.isEmpty { paper.add(words.text("receipt.nothing")) }
    for group in groups {
      paper.add(words.text("receipt.\(group.kind.rawValue)"))
      for line in group.lines {
        paper.add(told(line, words), indented: 2)
      }
      paper.blank()
    }
    if let openLoans { paper.add(words.text("receipt.open", ["count": "\(openLoans)"])) }
    for (currency, amount) in feesDue.sorted(by: { $0.key < $1.key }) {
      paper.add(words.text("receipt.fees", ["fee": words.money(amount, in: currency)]))
    }
    paper.rule()
    paper.add(words.text("receipt.thanks"), isCentred: true)
    return isASCII ? ASCIILetters.plain(paper.text) : paper.text
  }

  /// Returns the text of a line.
  func told(_ line: Line, _ words: Words) -> String {
    var values = ["title": line.artist.isEmpty ? line.title : "\(line.title) – \(line.artist)"]
    values["due"] = line.dueAt.map(words.day)
    return words.text("receipt.line-due", values)
  }

  /// Text in lines of a fixed width, wrapped between words.
  private struct Paper {
    private(set) var text = ""

    mutating func rule() { text += String(repeating: "-", count: Receipt.width) + "\n" }
    mutating func blank() { text += "\n" }

    mutating func add(_ sentence: String, isCentred: Bool = false, indented: Int = 0) {
      var line = ""
      var isFirst = true
      func end() {
        // Continuation lines are indented further.
        let front = isCentred ? max(0, (Receipt.width - line.count) / 2) : isFirst ? indented : indented + 2
        text += String(repeating: " ", count: front) + line + "\n"
        line = ""
        isFirst = false
      }
      for word in sentence.split(whereSeparator: { $0 == " " || $0.isNewline }) {
        var rest = word[...]
        while !rest.isEmpty {
          let room = Receipt.width - (isFirst ? indented : indented + 2)
          if line.isEmpty {
            line = String(rest.prefix(room))
            rest = rest.dropFirst(room)
          } else if line.count + 1 + rest.count <= room {
            line += " " + rest
            rest = ""
          } else {
            end()
          }
        }
      }
      if !line.isEmpty { end() }
    }
  }
}

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
