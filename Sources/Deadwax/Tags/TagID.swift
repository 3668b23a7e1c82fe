/// The number of a tag, in its scheme.
///
/// The text of an NFC UID is upper-case hexadecimal, such as `04A2B3C4D5E680`. The text of any other number begins with
/// its scheme: `epc:3034257BF7194E4000001A85`.
package struct TagID: Hashable, Sendable, CustomStringConvertible {
  package let scheme: TagScheme
  package let bytes: [UInt8]

  /// Creates a number; nil if the scheme does not allow that many bytes.
  package init?(_ scheme: TagScheme, _ bytes: [UInt8]) {
    guard scheme.allows(bytes.count) else { return nil }
    self.scheme = scheme
    self.bytes = bytes
  }

  /// Reads hexadecimal with or without colons, hyphens or spaces between the bytes; nil if it is invalid in the scheme.
  package init?(_ scheme: TagScheme, hexadecimal text: some StringProtocol) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") {
        guard high == nil else { return nil }
        continue
      }
      guard byte.isHexDigit, let value = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
      guard bytes.count <= TagScheme.lengthLimit else { return nil }
    }
    guard high == nil else { return nil }
    self.init(scheme, bytes)
  }

  /// Reads a text: hexadecimal is an NFC UID, unless a scheme and a colon come first.
  package init?(_ text: String) {
    if let uid = TagID(.nfcA, hexadecimal: text) {
      self = uid
      return
    }
    guard let colon = text.firstIndex(of: ":"), let scheme = TagScheme(rawValue: String(text[..<colon])),
      scheme != .nfcA
    else { return nil }
    self.init(scheme, hexadecimal: text[text.index(after: colon)...])
  }

  /// The bytes as upper-case hexadecimal, without the scheme.
  package var hexadecimal: String {
    bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
  }

  package var description: String { scheme == .nfcA ? hexadecimal : "\(scheme):\(hexadecimal)" }

  /// The same number as readers with the other byte order report it; look-ups try both. A number in a scheme with one
  /// byte order is its own.
  package var reversed: TagID { scheme.hasTwoByteOrders ? TagID(checked: scheme, bytes.reversed()) : self }

  /// True if the tag draws a random UID at every tap (4 bytes from 08, like phones): it cannot identify anything.
  package var isRandom: Bool { scheme == .nfcA && bytes.count == 4 && bytes[0] == 0x08 }

  private init(checked scheme: TagScheme, _ bytes: [UInt8]) {
    self.scheme = scheme
    self.bytes = bytes
  }
}

extension TagID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = TagID(text)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not the number of a tag")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
