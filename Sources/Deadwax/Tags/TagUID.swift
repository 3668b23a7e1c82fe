/// The UID of an ISO 14443 A tag: 4, 7 or 10 bytes, written as upper-case hexadecimal.
package struct TagUID: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// Creates a UID; nil unless there are 4, 7 or 10 bytes (ISO/IEC 14443-3, cascade levels 1 to 3).
  package init?(_ bytes: [UInt8]) {
    guard [4, 7, 10].contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Reads hexadecimal with or without colons, hyphens or spaces between the bytes.
  package init?(_ text: String) {
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
      guard bytes.count <= 10 else { return nil }
    }
    guard high == nil else { return nil }
    self.init(bytes)
  }

  package var description: String {
    bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
  }

  /// The same UID as readers with the other byte order report it; look-ups try both.
  package var reversed: TagUID { TagUID(checked: bytes.reversed()) }

  /// True if the tag draws a random UID at every tap (4 bytes from 08, like phones): it cannot identify anything.
  package var isRandom: Bool { bytes.count == 4 && bytes[0] == 0x08 }

  private init(checked bytes: [UInt8]) { self.bytes = bytes }
}

extension TagUID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = TagUID(text)
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
