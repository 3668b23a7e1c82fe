package import Deadwax

/// The prefix, suffix and AIM identifier that a scanner adds to its codes. `read` removes them and determines the
/// symbology.
///
/// The order on the line is the same for all makers: prefix, AIM identifier, code, suffix.
package struct Framing: Hashable, Sendable {
  /// The presence of AIM identifiers.
  package enum Identifier: String, CaseIterable, Sendable {
    /// An identifier is removed if there is one.
    case auto
    /// A code without an identifier lost its beginning, and is dropped.
    case always
    /// Text that looks like an identifier belongs to the code.
    case never
  }

  /// The content of a label's code, without additions of the scanner.
  package struct Content: Hashable, Sendable {
    package let text: String
    package let symbology: Symbology

    package init(_ text: String, _ symbology: Symbology) {
      self.text = text
      self.symbology = symbology
    }
  }

  /// The text before each code; empty for none. A code without it lost its beginning, and is dropped.
  package var prefix: String
  /// The text after each code, before Enter.
  package var suffix: String
  package var identifier: Identifier

  package init(prefix: String = "", suffix: String = "", identifier: Identifier = .auto) {
    self.prefix = prefix
    self.suffix = suffix
    self.identifier = identifier
  }

  /// Parses a line.
  ///
  /// - Parameter line: the line as sent, without its end.
  /// - Returns: the code and its symbology.
  /// - Throws: the reason the line is dropped.
  package func read(_ line: String) throws(DroppedScan) -> Content {
    // Unicode scalars are compared, because an accent after a prefix would combine with the prefix's last character.
    var scalars = Array(line.unicodeScalars)
    let (front, back) = (Array(prefix.unicodeScalars), Array(suffix.unicodeScalars))
    guard scalars.starts(with: front) else { throw .noPrefix(prefix) }
    scalars.removeFirst(front.count)
    guard scalars.reversed().starts(with: back.reversed()) else { throw .noSuffix(suffix) }
    scalars.removeLast(back.count)
    let text = String(String.UnicodeScalarView(scalars))
    guard identifier != .never, let found = AIMIdentifier(frontOf: text) else {
      if identifier == .always { throw .noIdentifier }
      guard !text.trimmed.isEmpty else { throw .empty }
      return Content(text, Self.inferred(text))
    }
    let content = String(text.dropFirst(3))
    guard !content.trimmed.isEmpty else { throw .empty }
    return Content(content, found.letter == "E" ? try Self.retail(content, found.modifier) : found.symbology)
  }

  /// Returns the symbology of a code without an identifier, if its length and check digit are unambiguous.
  static func inferred(_ text: String) -> Symbology {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .unknown }
    switch text.utf8.count {
    case 13: return isRight(text, .ean13) ? .ean13 : .unknown
    case 12: return isRight(text, .upcA) ? .upcA : .unknown
    // Eight digits that are also a valid UPC-E are ambiguous.
    case 8: return isRight(text, .ean8) && !isRight(text, .upcE) ? .ean8 : .unknown
    default: return .unknown
    }
  }

  /// Distinguishes the four symbologies with the letter E. The check digit must be valid.
  private static func retail(_ digits: String, _ modifier: Character) throws(DroppedScan) -> Symbology {
    if modifier == "1" || modifier == "2" { throw .addOn }
    let candidates: [Symbology] =
      switch (modifier, digits.utf8.count) {
      case ("4", 8): [.ean8]
      // By the standard ]E0 always has 13 digits. Most scanners send the printed digits, fewer for UPC-A and UPC-E.
      case ("0", 8): [.upcE, .ean8]
      case ("0", 12), ("3", 14), ("3", 17): [.upcA]
      case ("0", 13), ("3", 15), ("3", 18): [.ean13]
      default: []
      }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let found = candidates.first(where: { isRight(digits, $0) })
    else { throw .wrongCheckDigit }
    return found
  }

  private static func isRight(_ digits: String, _ symbology: Symbology) -> Bool {
    if case .gtin = GTIN.read(digits, symbology: symbology) { true } else { false }
  }
}
