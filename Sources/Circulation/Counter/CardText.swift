internal import Deadwax

/// What stands on a card, as somebody types or scans it for enrolment.
struct CardText {
  /// Under what the card will be found, the first of which is told.
  let keys: [Code.Key]

  /// A number of digits may be read off a label that carries GTINs or off one that does not: it is bound in both
  /// forms, so that the card is found by whatever reads it.
  ///
  /// - Throws: `CounterError.badValue` for what cannot be a card.
  init(_ text: String) throws {
    let text = text.trimmed
    if let uid = Self.tag(text) {
      guard !uid.isRandom else {
        throw CounterError.badValue(
          field: "card", sentence: "This tag draws a new number at every tap, as phones do: it names nobody.")
      }
      keys = [Code.Key(uid)]
      return
    }
    let code = Code.classify(text, symbology: nil)
    switch code {
    case .own(let own) where own.kind != .borrower && own.kind != .blank:
      throw CounterError.badValue(field: "card", sentence: "This is a code of ours for something else than a card.")
    case .own, .text:
      guard let key = code.key else { throw Self.unusable }
      keys = [key]
    case .gtin(let gtin):
      // A barcode of the trade is looked for by its key of 13 digits, also where a card has one; other readings by what
      // stands there.
      keys = [Code.Key(class: .text, value: text)] + (gtin.key == text ? [] : [Code.Key(class: .text, value: gtin.key)])
    case .damagedOwn:
      throw CounterError.badValue(field: "card", sentence: "This is a code of ours that was misread: scan it again.")
    case .tag, .wrongCheckDigit, .unusable: throw Self.unusable
    }
  }

  /// A tag's number is told from a text by its letters; digits alone are a number, unless they stand behind `uid:`.
  private static func tag(_ text: String) -> TagUID? {
    let lower = text.lowercased()
    if lower.hasPrefix("uid:") { return TagUID(String(text.dropFirst(4))) }
    guard lower.contains(where: { ("a"..."f").contains($0) }) else { return nil }
    return TagUID(text)
  }

  private static let unusable = CounterError.badValue(field: "card", sentence: "This cannot be the code of a card.")
}
