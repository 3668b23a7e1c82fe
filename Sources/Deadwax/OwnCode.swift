/// One of our own codes: `DW:<type>:<13 characters of base32><check>`, printed as Code 128 or QR and written to tags.
///
/// The 64-bit number is drawn at random and means nothing by itself. Base32 is Crockford's alphabet: no I, L, O, U;
/// when read, i and l are taken for 1 and o for 0. All characters are in QR's compact alphanumeric set.
package struct OwnCode: Hashable, Sendable, CustomStringConvertible {
  /// What the code names; the raw value is the letter in the code.
  package enum Kind: String, CaseIterable, Sendable {
    case copy = "I"
    case borrower = "B"
    case place = "P"
    case slot = "S"
    case command = "C"
    /// Printed in advance, claimed on first scan.
    case blank = "N"
  }

  package let kind: Kind
  package let number: UInt64

  package init(_ kind: Kind, number: UInt64) {
    self.kind = kind
    self.number = number
  }

  /// A fresh random one.
  package static func new(_ kind: Kind) -> OwnCode { OwnCode(kind, number: UInt64.random(in: 1 ... .max)) }

  /// `DW:I:0123456789ABCX`: 19 characters.
  package var description: String { "DW:\(kind.rawValue):\(body)" }

  /// The 13 base32 characters without their check character, as they stand in a tag's web address.
  package var base32: String { String(Self.encode(number).map { Self.alphabet[Int($0)] }) }

  /// As people read it out: the 13 characters and the check character.
  package var body: String { base32 + String(Self.alphabet[Int(Self.check(kind, Self.encode(number)))]) }

  /// What a text turned out to be when read as one of our codes.
  package enum Read: Hashable, Sendable {
    case code(OwnCode)
    /// It starts as ours do, but the rest does not hold: a misread or a mistyped one.
    case damaged
    case notOurs
  }

  /// Reads a code, upper or lower case, with or without surrounding blanks.
  package static func read(_ text: String) -> Read {
    let characters = text.utf8.drop { $0 == 0x20 }.prefix(64)
    var bytes = characters.map { $0.upperCased }
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.starts(with: Array("DW:".utf8)) else { return .notOurs }
    guard bytes.count == 19, bytes[4] == UInt8(ascii: ":"),
      let kind = Kind(rawValue: String(Character(Unicode.Scalar(bytes[3])))),
      let number = number(base32: bytes[5..<18]),
      let given = value(of: bytes[18]), given == check(kind, encode(number))
    else { return .damaged }
    return .code(OwnCode(kind, number: number))
  }

  /// The 64-bit number of 13 base32 characters; nil for a bad character or a number of more than 64 bits.
  package static func number(base32 characters: some Collection<UInt8>) -> UInt64? {
    guard characters.count == 13 else { return nil }
    var number: UInt64 = 0
    for (index, byte) in characters.enumerated() {
      guard let value = value(of: byte.upperCased) else { return nil }
      if index == 0, value > 0xF { return nil }
      number = number << 5 | UInt64(value)
    }
    return number
  }

  private static func encode(_ number: UInt64) -> [UInt8] {
    (0..<13).map { UInt8(number >> UInt64(60 - 5 * $0) & 31) }
  }

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    case UInt8(ascii: "O"): return 0
    default:
      guard let index = alphabet.firstIndex(of: Character(Unicode.Scalar(byte))) else { return nil }
      return UInt8(index)
    }
  }

  /// The check character: Σ αⁱ·dᵢ over GF(32) with α a root of x⁵ + x² + 1, the type's letter first.
  ///
  /// Fourteen positions are fewer than the 31 powers of α, so every single wrong character and every swap of two
  /// characters, neighbours or not, changes the sum (docs/decisions/0002-check-character.md).
  private static func check(_ kind: Kind, _ digits: [UInt8]) -> UInt8 {
    var sum: UInt8 = 0
    let letter = kind.rawValue.utf8.first.map { $0 & 31 } ?? 0
    for digit in [letter] + digits {
      // Horner: times α, plus the next digit.
      let carry = sum & 16 != 0
      sum = (sum << 1) & 31 ^ (carry ? 0b00101 : 0) ^ digit
    }
    let carry = sum & 16 != 0
    return (sum << 1) & 31 ^ (carry ? 0b00101 : 0)
  }
}

extension UInt8 {
  /// An ASCII lower-case letter folded to upper case; any other byte as it is.
  var upperCased: UInt8 { (0x61...0x7A).contains(self) ? self & 0xDF : self }
}

extension OwnCode: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard case .code(let value) = OwnCode.read(text)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no code of ours")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
