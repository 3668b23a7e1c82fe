package import Deadwax

/// The code of a card, as typed or scanned for enrolment.
package struct CardText {
  /// The keys that the card is bound under; the first is the one that is displayed.
  package let keys: [Code.Key]

  /// Parses the code. A number may be read from a label as a GTIN or as plain text, so it is bound in both forms and
  /// found either way.
  ///
  /// - Throws: `StaffError.badValue` for what cannot be a card.
  package init(_ text: String) throws {
    let text = text.trimmed
    if let uid = Self.tag(text) {
      guard !uid.isRandom else {
        throw StaffError.badValue(
          field: "card", sentence: "This tag uses a new number at every tap, like a phone, so it cannot be a card.")
      }
      keys = [Code.Key(uid)]
      return
    }
    let code = Code.classify(text, symbology: nil)
    switch code {
    case .own(let own) where own.kind != .borrower && own.kind != .blank:
      throw StaffError.badValue(field: "card", sentence: "This is a library code, but not that of a card.")
    case .own, .text:
      guard let key = code.key else { throw Self.unusable }
      keys = [key]
    case .gtin(let gtin):
      // A GTIN is looked up by its 13-digit key, even on a card; other readings are looked up by their text.
      keys = [Code.Key(class: .text, value: text)] + (gtin.key == text ? [] : [Code.Key(class: .text, value: gtin.key)])
    case .damagedOwn:
      throw StaffError.badValue(field: "card", sentence: "This is a misread library code. Scan it again.")
    case .tag, .wrongCheckDigit, .unusable: throw Self.unusable
    }
  }

  /// Returns the UID of a tag. It is distinguished from a text by its letters; digits alone are a number unless they
  /// follow `uid:`.
  private static func tag(_ text: String) -> TagID? {
    let lower = text.lowercased()
    if lower.hasPrefix("uid:") { return TagID(.nfcA, hexadecimal: text.dropFirst(4)) }
    guard lower.contains(where: { ("a"..."f").contains($0) }) else { return nil }
    // A text with another word before a colon may be anything.
    return TagID(text).flatMap { [.nfcA, .epc].contains($0.scheme) ? $0 : nil }
  }

  private static let unusable = StaffError.badValue(field: "card", sentence: "This cannot be the code of a card.")
}
