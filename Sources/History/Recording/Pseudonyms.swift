internal import Deadwax
internal import Execution
package import Storage

/// Pseudonyms that replace names and cards, the same for the same person throughout. A recording that leaves the
/// library shows what happened, but not to whom.
package struct Pseudonyms: Sendable {
  /// The columns that can identify a person. For codes and the inbox, only values that are or may be a card are
  /// replaced.
  package static let namingColumns: [HistoryTable: Set<String>] = [
    .borrower: ["name", "short_name", "email", "phone", "note", "block_reason"], .code: ["value"], .fee: ["note"],
    .inbox: ["value", "note"], .copy: ["acquired_from", "valued_by", "status_reason", "notes"],
    .crate: ["name", "note"], .smartCollection: ["name", "query", "owner_id"],
  ]

  private let key: UInt64
  private var cards: [Code.Key: Code.Key] = [:]
  /// For cards that also read as a GTIN: the canonical key of the number, and of its replacement. Before the number was
  /// a card, it may have been scanned as the barcode of a release.
  private var numbers: [String: String] = [:]

  /// - Parameter key: a random key that is new for each export, so that two exports cannot be compared.
  init(key: UInt64) { self.key = key }

  /// Adds a code that is a card.
  mutating func note(_ card: Code.Key) {
    guard cards[card] == nil else { return }
    guard card.class == .text, let number = Self.number(card.value) else {
      cards[card] = replaced(card)
      return
    }
    // One number may be bound in several forms; their replacements must be forms of one number as well.
    let other = numbers[number] ?? replaced(Code.Key(class: .text, value: number)).value
    numbers[number] = other
    cards[card] = Code.Key(class: .text, value: Self.like(card.value, other))
  }

  private static func number(_ text: String) -> String? {
    if case .gtin(let gtin) = GTIN.read(text, symbology: nil) { return gtin.key }
    return nil
  }

  /// Returns the replacement of a text that was read; the text itself if it is not a card.
  func text(_ text: String, _ symbology: Symbology?) -> String {
    let code = Code.classify(text, symbology: symbology)
    if case .gtin(let gtin) = code, let other = numbers[gtin.key] { return Self.like(text, other) }
    // With a wrong check digit it is not a GTIN, but its text may still be a card.
    if case .wrongCheckDigit(let digits) = code, let other = cards[Code.Key(class: .text, value: digits)] {
      return other.value
    }
    if let key = code.key, let other = self.other(key) { return other.value }
    if case .damagedOwn(let damaged) = code, damaged.uppercased().hasPrefix("DW:B") { return "DW:B:…" }
    return text
  }

  /// Returns the replacement of a code; the code itself if it is not a card.
  func key(_ key: Code.Key) -> Code.Key { other(key) ?? key }

  /// Returns the replacement of a tag's UID, in either byte order; the UID itself if it is not a card.
  func uid(_ uid: TagID) -> TagID { other(Code.Key(uid))?.uid ?? uid }

  /// Returns the replacement of an own code; the code itself if it is not a card.
  func code(_ code: OwnCode) -> OwnCode {
    guard let other = other(Code.Key(class: .own, value: code.description)),
      case .code(let read) = OwnCode.read(other.value)
    else { return code }
    return read
  }

  /// Returns the replacement of a card; nil for other codes. An own code of the kind borrower counts as a card even if
  /// no borrower here has it.
  private func other(_ key: Code.Key) -> Code.Key? {
    if let other = cards[key] { return other }
    if key.class == .gtin { return numbers[key.value].map { Code.Key(class: .gtin, value: $0) } }
    if let uid = key.uid { return cards[Code.Key(uid.reversed)]?.uid.map { Code.Key($0.reversed) } }
    guard key.class == .own, case .code(let code) = OwnCode.read(key.value), code.kind == .borrower else { return nil }
    return replaced(key)
  }

  /// Returns a canonical key in the same form as a text.
  private static func like(_ text: String, _ key: String) -> String {
    switch text.trimmed.utf8.count {
    case 12 where key.hasPrefix("0"): String(key.dropFirst())
    case 14: "0" + key
    default: key
    }
  }

  /// Returns JSON without the cards that read as a GTIN. They can occur in the row of a release that was added for the
  /// number, in its title, and in the results of its look-up.
  func withoutNumbers(_ json: String) throws -> String {
    guard !numbers.isEmpty, json.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return json }
    let value = try RecordedValue(json: json)
    let other = withoutNumbers(value)
    return other == value ? json : try other.json
  }

  private func withoutNumbers(_ value: RecordedValue) -> RecordedValue {
    switch value {
    case .null, .flag, .integer, .real: value
    case .text(let text): .text(replacingNumbers(in: text))
    case .list(let list): .list(list.map { withoutNumbers($0) })
    case .object(let object): .object(object.mapValues { withoutNumbers($0) })
    }
  }

  private func replacingNumbers(in text: String) -> String {
    var reported = ""
    var digits = ""
    func end() {
      if (8...14).contains(digits.utf8.count), let other = Self.number(digits).flatMap({ numbers[$0] }) {
        reported += Self.like(digits, other)
      } else {
        reported += digits
      }
      digits = ""
    }
    for character in text {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        end()
        reported.append(character)
      }
    }
    end()
    return reported
  }

  /// Returns a row without personal data.
  func row(_ table: HistoryTable, _ id: String, _ json: String) throws -> String {
    guard let columns = Self.namingColumns[table] else { return try withoutNumbers(json) }
    var row = try RecordedValue(json: json)
    switch table {
    case .code:
      // A code that is bound to something else now may have been a card before.
      let replaced = key(of: row).flatMap { self.other($0) }
      guard let value = replaced?.value ?? (row["borrower_id"]?.text == nil ? nil : "…") else { return json }
      row["value"] = .text(value)
    case .inbox:
      if let key = key(of: row), let other = self.other(key) { row["value"] = .text(other.value) }
      row["note"] = .null
    case .copy, .crate, .smartCollection:
      // A replay makes the crate of a pile, so the name that the station gave it must stay. A crate that was changed since
      // has another version, and may have a name in the same form from a person.
      let isPile = table == .crate && row["version"]?.integer == 1 && row["name"]?.text.map(Crate.isPileName) == true
      for column in columns where row[column]?.text != nil && !(isPile && column == "name") {
        row[column] = .text("…")
      }
      return try withoutNumbers(try row.json)
    default:
      for column in columns where row[column]?.text != nil { row[column] = .text(word(column, id)) }
      for column in ["email", "phone"] where row[column] != nil { row[column] = .null }
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

  // MARK: - Cards

  /// Returns another code of the same form: it still looks like a card if the true one does, and its check digit is
  /// valid.
  private func replaced(_ card: Code.Key) -> Code.Key {
    var random = SplitMix(hash("\(card.class.rawValue):\(card.value)"))
    switch card.class {
    case .own: return Code.Key(class: .own, value: OwnCode(.borrower, number: random.next() | 1).description)
    case .tag:
      guard let uid = card.uid else { return card }
      var bytes = uid.bytes.enumerated().map { $0 == 0 ? $1 : UInt8(truncatingIfNeeded: random.next()) }
      // A UID that begins with 0x08 is random. This byte is the first one in the reverse byte order, so it is 0x08
      // exactly if the true one is.
      if let last = uid.bytes.last, (last == 0x08) != (bytes.last == 0x08) { bytes[bytes.count - 1] = last }
      return TagID(uid.scheme, bytes).map { Code.Key($0) } ?? card
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

  /// Returns a number that is classified like the other: with a valid check digit or an invalid one.
  private func withCheckDigit(_ text: String, like other: String) -> String {
    let isNumber = { (text: String) -> Bool in
      if case .gtin = GTIN.read(text, symbology: nil) { return true }
      return false
    }
    let wanted = isNumber(other)
    // The first three digits, the GS1 prefix, determine the meaning of a number.
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
