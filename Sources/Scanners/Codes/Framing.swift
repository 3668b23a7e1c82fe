package import Deadwax

/// Takes off what a scanner puts around its codes, and finds out what kind of barcode it was.
///
/// The order on the line is that of the makers: prefix, AIM identifier, code, suffix.
package struct Framing: Hashable, Sendable {
  /// Whether each code has an AIM identifier.
  package enum Identifier: String, CaseIterable, Sendable {
    /// Taken where there is one.
    case auto
    /// A code without one lost its front, and is dropped.
    case always
    /// What looks like one belongs to the code.
    case never
  }

  /// A code as it was on the label.
  package struct Content: Hashable, Sendable {
    package let text: String
    package let symbology: Symbology

    package init(_ text: String, _ symbology: Symbology) {
      self.text = text
      self.symbology = symbology
    }
  }

  /// What stands before each code; nothing when empty. A code without it lost its front, and is dropped.
  package var prefix: String
  /// What stands behind each code, before Enter.
  package var suffix: String
  package var identifier: Identifier

  package init(prefix: String = "", suffix: String = "", identifier: Identifier = .auto) {
    self.prefix = prefix
    self.suffix = suffix
    self.identifier = identifier
  }

  /// - Parameter line: as sent, without its end.
  /// - Returns: the code and its kind.
  /// - Throws: why it is no code.
  package func read(_ line: String) throws(Drop) -> Content {
    // Compared by scalars: an accent behind a prefix would else make another character of its last.
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

  /// Tells what a code is that came without identifier: only what its length and check digit make sure.
  static func inferred(_ text: String) -> Symbology {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .unknown }
    switch text.utf8.count {
    case 13: return isRight(text, .ean13) ? .ean13 : .unknown
    case 12: return isRight(text, .upcA) ? .upcA : .unknown
    // Eight digits that would be right as a UPC-E too could be either.
    case 8: return isRight(text, .ean8) && !isRight(text, .upcE) ? .ean8 : .unknown
    default: return .unknown
    }
  }

  /// Tells the four symbologies apart that share the letter E; the digits have to bear it out.
  private static func retail(_ digits: String, _ modifier: Character) throws(Drop) -> Symbology {
    if modifier == "1" || modifier == "2" { throw .addOn }
    let candidates: [Symbology] =
      switch (modifier, digits.utf8.count) {
      case ("4", 8): [.ean8]
      // By the standard ]E0 is 13 digits always; most scanners send what is printed, UPC-A and UPC-E shorter.
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
