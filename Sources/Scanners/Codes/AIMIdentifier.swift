package import Deadwax

/// The three characters that a scanner can send before each code to identify its symbology: `]`, a letter for the
/// symbology, and a modifier (ISO/IEC 15424, known as AIM identifiers).
package struct AIMIdentifier: Hashable, Sendable, CustomStringConvertible {
  package let letter: Character
  package let modifier: Character
  package let symbology: Symbology

  package var description: String { "]\(letter)\(modifier)" }

  /// Parses the identifier at the start of a text; nil if there is none of the standard.
  ///
  /// - Parameter text: the text as sent, with the code after the identifier.
  package init?(frontOf text: String) {
    let front = Array(text.prefix(3))
    guard front.count == 3, front[0] == "]", let entry = Self.table[front[1]], entry.modifiers.contains(front[2]) else {
      return nil
    }
    letter = front[1]
    modifier = front[2]
    symbology = Self.gs1["\(letter)\(modifier)"] ?? entry.symbology
  }

  /// The identifiers of codes with FNC1 in their first position, whose text consists of GS1 elements.
  private static let gs1: [String: Symbology] = ["C1": .gs1Code128, "Q3": .gs1QR, "d2": .gs1DataMatrix]

  private struct Entry {
    let symbology: Symbology
    let modifiers: Set<Character>

    init(_ symbology: String, _ modifiers: String) {
      self.symbology = Symbology(rawValue: symbology)
      self.modifiers = Set(modifiers)
    }
  }

  /// The letters and modifiers of the standard, and those that makers add, such as Zebra for PDF417 and Honeywell for
  /// Code 93. `E` stands for four symbologies, which the digits distinguish.
  private static let table: [Character: Entry] = [
    "A": Entry("Code 39", "01234567"),
    "B": Entry("Telepen", "0124"),
    "C": Entry("Code 128", "0124"),
    "D": Entry("Code One", "0123456"),
    "E": Entry("EAN-13", "01234"),
    "F": Entry("Codabar", "0124"),
    "G": Entry("Code 93", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm"),
    "H": Entry("Code 11", "013"),
    "I": Entry("ITF", "0123"),
    "K": Entry("Code 16K", "0124"),
    "L": Entry("PDF417", "012345"),
    "M": Entry("MSI", "0123"),
    "N": Entry("Anker", "0"),
    "O": Entry("Codablock", "01456"),
    "P": Entry("Plessey", "0"),
    "Q": Entry("QR", "0123456"),
    "R": Entry("Straight 2 of 5", "0123"),
    "S": Entry("Straight 2 of 5", "0123"),
    "T": Entry("Code 49", "0124"),
    "U": Entry("MaxiCode", "0123"),
    "X": Entry("unknown", "0123456789ABCDEF"),
    "Z": Entry("unknown", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "d": Entry("Data Matrix", "0123456"),
    "e": Entry("GS1 DataBar", "0123"),
    "h": Entry("Han Xin", "0123456789"),
    "o": Entry("OCR", "0123"),
    "s": Entry("SuperCode", "01"),
    "z": Entry("Aztec", "0123456789ABC"),
  ]
}
