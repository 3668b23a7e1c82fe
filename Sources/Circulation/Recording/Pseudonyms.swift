internal import Deadwax
package import Storage

/// Other names and other cards in the place of the true ones, the same for the same person throughout: a recording that
/// leaves the house tells what happened, and not to whom.
package struct Pseudonyms: Sendable {
  /// The columns that can tell who somebody is. Of codes and of the inbox only what is, or may be, a card.
  package static let namingColumns: [LedgerTable: Set<String>] = [
    .borrower: ["name", "short_name", "email", "note", "block_reason"], .code: ["value"], .fee: ["note"],
    .inbox: ["value", "note"],
  ]

  private let key: UInt64
  private var cards: [Code.Key: Code.Key] = [:]

  /// - Parameter key: drawn anew for each export, so that two of them cannot be laid side by side.
  init(key: UInt64) { self.key = key }

  /// Notes that a code is somebody's card.
  mutating func note(_ card: Code.Key) {
    guard cards[card] == nil else { return }
    cards[card] = replaced(card)
  }

  /// What stands in the place of a text that was read; the text itself unless it is a card.
  func text(_ text: String, _ symbology: Symbology?) -> String {
    let code = Code.classify(text, symbology: symbology)
    if let key = code.key, let other = self.other(key) { return other.value }
    if case .damagedOwn(let damaged) = code, damaged.uppercased().hasPrefix("DW:B") { return "DW:B:…" }
    // A number of the trade may be somebody's card as the text that it is.
    if case .gtin(let gtin) = code, let other = cards[Code.Key(class: .text, value: gtin.key)] { return other.value }
    return text
  }

  /// What stands in the place of a code; the code itself unless it is a card.
  func key(_ key: Code.Key) -> Code.Key { other(key) ?? key }

  /// What stands in the place of the number of a tag, in whichever byte order; the number itself unless it is a card.
  func uid(_ uid: TagUID) -> TagUID { other(Code.Key(uid))?.uid ?? uid }

  /// What stands in the place of one of our codes; the code itself unless it is a card.
  func code(_ code: OwnCode) -> OwnCode {
    guard let other = other(Code.Key(class: .own, value: code.description)),
      case .code(let read) = OwnCode.read(other.value)
    else { return code }
    return read
  }

  /// Nil for what is no card. A code of ours that is one by its kind is somebody's, also where nobody here has it.
  private func other(_ key: Code.Key) -> Code.Key? {
    if let other = cards[key] { return other }
    if let uid = key.uid { return cards[Code.Key(uid.reversed)]?.uid.map { Code.Key($0.reversed) } }
    guard key.class == .own, case .code(let code) = OwnCode.read(key.value), code.kind == .borrower else { return nil }
    return replaced(key)
  }

  /// A row without what tells who somebody is.
  func row(_ table: LedgerTable, _ id: String, _ json: String) throws -> String {
    guard let columns = Self.namingColumns[table] else { return json }
    var row = try RecordedValue(json: json)
    switch table {
    case .code:
      // Also what names something else now, if it ever was a card.
      let replaced = key(of: row).flatMap { self.other($0) }
      guard let value = replaced?.value ?? (row["borrower_id"]?.text == nil ? nil : "…") else { return json }
      row["value"] = .text(value)
    case .inbox:
      if let key = key(of: row), let other = self.other(key) { row["value"] = .text(other.value) }
      row["note"] = .null
    default:
      for column in columns where row[column]?.text != nil { row[column] = .text(word(column, id)) }
      if row["email"] != nil { row["email"] = .null }
    }
    return try row.json
  }

  private func key(of row: RecordedValue) -> Code.Key? {
    guard let name = row["class"]?.text, let kind = Code.Class(rawValue: name), let value = row["value"]?.text else {
      return nil
    }
    return Code.Key(class: kind, value: value)
  }

  private func word(_ column: String, _ id: String) -> String {
    switch column {
    case "name", "short_name": "Borrower \(String(hash(id) % 1_000_000_007, radix: 36))"
    default: "…"
    }
  }

  // MARK: cards

  /// Another code of the same form: what looked like a card still does, and a check digit still fits.
  private func replaced(_ card: Code.Key) -> Code.Key {
    var random = SplitMix(hash("\(card.class.rawValue):\(card.value)"))
    switch card.class {
    case .own: return Code.Key(class: .own, value: OwnCode(.borrower, number: random.next() | 1).description)
    case .tag:
      guard let uid = card.uid else { return card }
      var bytes = uid.bytes.enumerated().map { $0 == 0 ? $1 : UInt8(truncatingIfNeeded: random.next()) }
      // Read from its other end it must be taken for a number that stays where the true one is.
      if let last = uid.bytes.last, (last == 0x08) != (bytes.last == 0x08) { bytes[bytes.count - 1] = last }
      return TagUID(bytes).map { Code.Key($0) } ?? card
    case .gtin, .text:
      let characters = card.value.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "0"..."9": Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(random.next() % 10)))
        case "a"..."z": Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(random.next() % 26)))
        case "A"..."Z": Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(random.next() % 26)))
        default: Character(scalar)
        }
      }
      return Code.Key(class: card.class, value: withCheckDigit(String(characters), like: card.value))
    }
  }

  /// A number that is to be taken for what the other was taken for: with a check digit that fits, or one that does not.
  private func withCheckDigit(_ text: String, like other: String) -> String {
    let isNumber = { (text: String) -> Bool in
      if case .gtin = GTIN.read(text, symbology: nil) { return true }
      return false
    }
    let wanted = isNumber(other)
    // The first digits say in which part of the world a number means something.
    let text = wanted ? String(other.prefix(3) + text.dropFirst(3)) : text
    guard isNumber(text) != wanted, !text.isEmpty else { return text }
    for digit in 0...9 {
      let other = text.dropLast() + "\(digit)"
      if isNumber(String(other)) == wanted { return String(other) }
    }
    return text
  }

  private func hash(_ text: String) -> UInt64 {
    var random = SplitMix(key)
    return text.utf8.reduce(random.next()) { hash, byte in
      var stream = SplitMix(hash ^ UInt64(byte))
      return stream.next()
    }
  }
}
