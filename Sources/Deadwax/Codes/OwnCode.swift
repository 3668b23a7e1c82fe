/// A Deadwax code: `DW:<type>:<13 characters of base32><check>`, printed as Code 128 or QR and written to tags.
///
/// The 64-bit number is random and carries no meaning. Base32 uses Crockford's alphabet, without I, L, O and U. The
/// decoder reads i and l as 1 and o as 0. All characters are in QR's compact alphanumeric set.
package struct OwnCode: Hashable, Sendable, CustomStringConvertible {
  /// The type of record that the code names; the raw value is the letter in the code.
  package enum Kind: String, CaseIterable, Sendable {
    case copy = "I"
    case borrower = "B"
    case place = "P"
    case slot = "S"
    case command = "C"
    /// A code printed in advance and bound on first scan.
    case blank = "N"
    /// A code on a printed list, with the number of a copy's code. It names the copy, and is no evidence that it is there.
    case listed = "L"

    fileprivate var letter: UInt8 {
      switch self {
      case .copy: UInt8(ascii: "I")
      case .borrower: UInt8(ascii: "B")
      case .place: UInt8(ascii: "P")
      case .slot: UInt8(ascii: "S")
      case .command: UInt8(ascii: "C")
      case .blank: UInt8(ascii: "N")
      case .listed: UInt8(ascii: "L")
      }
    }

    fileprivate init?(letter: UInt8) {
      guard let kind = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
      self = kind
    }
  }

  package let kind: Kind
  package let number: UInt64

  package init(_ kind: Kind, number: UInt64) {
    self.kind = kind
    self.number = number
  }

  /// Creates a code with a random number.
  package static func new(_ kind: Kind) -> OwnCode { OwnCode(kind, number: UInt64.random(in: 1 ... .max)) }

  /// The full text of 19 characters: `DW:I:0123456789ABCX`.
  package var description: String {
    String(unsafeUninitializedCapacity: 19) { bytes in
      bytes[0] = UInt8(ascii: "D")
      bytes[1] = UInt8(ascii: "W")
      bytes[2] = UInt8(ascii: ":")
      bytes[3] = kind.letter
      bytes[4] = UInt8(ascii: ":")
      writeBody(UnsafeMutableBufferPointer(rebasing: bytes[5...]))
      return 19
    }
  }

  /// The 13 base32 characters without the check character, for the URL on a tag.
  package var base32: String { String(body.dropLast()) }

  /// The form that people read out: the 13 characters and the check character.
  package var body: String {
    String(unsafeUninitializedCapacity: 14) { bytes in
      writeBody(bytes)
      return 14
    }
  }

  private func writeBody(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in 0..<13 { bytes[index] = Self.alphabet[Int(Self.digit(index, of: number))] }
    bytes[13] = Self.alphabet[Int(Self.check(kind, number))]
  }

  /// The result of reading a text as a Deadwax code.
  package enum Read: Hashable, Sendable {
    case code(OwnCode)
    /// The prefix fits, but the rest is invalid: misread or mistyped.
    case damaged
    case notOurs
  }

  /// Reads a code in upper or lower case, with or without surrounding spaces.
  package static func read(_ text: String) -> Read {
    var text = text
    return text.withUTF8 { bytes in
      var rest = bytes.drop { $0 == 0x20 }.prefix(64)
      while rest.last == 0x20 { rest.removeLast() }
      let bytes = UnsafeBufferPointer(rebasing: rest)
      guard bytes.count >= 3, bytes[0].upperCased == UInt8(ascii: "D"), bytes[1].upperCased == UInt8(ascii: "W"),
        bytes[2] == UInt8(ascii: ":")
      else { return .notOurs }
      guard bytes.count == 19, bytes[4] == UInt8(ascii: ":"), let kind = Kind(letter: bytes[3].upperCased),
        let number = number(base32: bytes[5..<18]),
        let given = value(of: bytes[18].upperCased), given == check(kind, number)
      else { return .damaged }
      return .code(OwnCode(kind, number: number))
    }
  }

  /// Decodes the 64-bit number of 13 base32 characters; nil for an invalid character or a number of more than 64 bits.
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

  /// Returns the `index`-th of the number's 13 five-bit digits, the most significant first.
  private static func digit(_ index: Int, of number: UInt64) -> UInt8 { UInt8(number >> UInt64(60 - 5 * index) & 31) }

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "H"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
    case UInt8(ascii: "J"), UInt8(ascii: "K"): byte - UInt8(ascii: "J") + 18
    case UInt8(ascii: "M"), UInt8(ascii: "N"): byte - UInt8(ascii: "M") + 20
    case UInt8(ascii: "O"): 0
    case UInt8(ascii: "P")...UInt8(ascii: "T"): byte - UInt8(ascii: "P") + 22
    case UInt8(ascii: "V")...UInt8(ascii: "Z"): byte - UInt8(ascii: "V") + 27
    default: nil
    }
  }

  /// Computes the check character: Σ αⁱ·dᵢ over GF(32) with α a root of x⁵ + x² + 1, the type's letter first.
  ///
  /// Fourteen positions are fewer than the 31 powers of α. Every single wrong character and every swap of two
  /// characters, adjacent or not, therefore changes the sum (docs/decisions/0002-check-character.md).
  private static func check(_ kind: Kind, _ number: UInt64) -> UInt8 {
    func timesAlpha(_ sum: UInt8) -> UInt8 { (sum << 1) & 31 ^ (sum & 16 != 0 ? 0b00101 : 0) }
    var sum = kind.letter & 31
    // Horner's method: multiply by α, then add the next digit.
    for index in 0..<13 { sum = timesAlpha(sum) ^ digit(index, of: number) }
    return timesAlpha(sum)
  }
}

extension UInt8 {
  /// The upper-case form of an ASCII lower-case letter; any other byte unchanged.
  var upperCased: UInt8 { (0x61...0x7A).contains(self) ? self & 0xDF : self }
}

extension OwnCode: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard case .code(let value) = OwnCode.read(text)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a library code")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
