/// A UUID in its 36-character text form, typed by what it names.
///
/// New ones are version 7 (RFC 9562): they sort by the time they were made, so rows made together lie together.
package struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Lower case, with hyphens.
  package let text: String

  /// Takes any UUID as it is usually written; upper case is folded. Nil when it is not one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
      default: guard byte.isHexDigit else { return nil }
      }
    }
    self.text = text.lowercased()
  }

  /// A version 7 UUID: 48 bits of milliseconds, then 74 random bits.
  package init(at time: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(bitPattern: time.milliseconds) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | 0x7000 | random.0 & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    self.init(high: high, low: low)
  }

  /// A fresh one.
  package static func new(at time: Timestamp) -> Identifier {
    Identifier(at: time, random: (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)))
  }

  /// A version 8 UUID made of 122 bits of a digest: the same bytes give the same name on every machine.
  package init(digest high: UInt64, _ low: UInt64) {
    self.init(
      high: high & ~0xF000 | 0x8000,
      low: 0x8000_0000_0000_0000 | low & 0x3FFF_FFFF_FFFF_FFFF)
  }

  private init(high: UInt64, low: UInt64) {
    text = String(unsafeUninitializedCapacity: 36) { buffer in
      var index = 0
      for shift in stride(from: 60, through: 0, by: -4) {
        if index == 8 || index == 13 {
          buffer[index] = UInt8(ascii: "-")
          index += 1
        }
        buffer[index] = hexDigits[Int(high >> UInt64(shift) & 0xF)]
        index += 1
      }
      for shift in stride(from: 60, through: 0, by: -4) {
        if index == 18 || index == 23 {
          buffer[index] = UInt8(ascii: "-")
          index += 1
        }
        buffer[index] = hexDigits[Int(low >> UInt64(shift) & 0xF)]
        index += 1
      }
      return 36
    }
  }

  /// The nil UUID (RFC 9562): stands for what there is not.
  package static var nobody: Identifier { Identifier(high: 0, low: 0) }

  package var description: String { text }

  package static func < (left: Identifier, right: Identifier) -> Bool { left.text < right.text }
}

extension Identifier: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = Identifier(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a UUID")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private let hexDigits = Array("0123456789abcdef".utf8)

extension UInt8 {
  /// Whether the byte is an ASCII hexadecimal digit.
  package var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
