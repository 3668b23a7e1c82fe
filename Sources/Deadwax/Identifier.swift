/// A UUID in its 36-character text form, typed by its subject.
///
/// New ones are version 7 (RFC 9562). They sort by creation time, so rows of the same time are stored close together.
package struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The text in lower case, with hyphens.
  package let text: String

  /// Accepts any UUID in the usual notation and folds upper case; nil for any other text.
  package init?(_ text: String) {
    var text = text
    let form = text.withUTF8(Self.form(of:))
    guard form != .other else { return nil }
    self.text = form == .lower ? text : text.lowercased()
  }

  private enum Form { case lower, mixed, other }

  private static func form(of bytes: UnsafeBufferPointer<UInt8>) -> Form {
    guard bytes.count == 36 else { return .other }
    var form = Form.lower
    for index in 0..<36 {
      let byte = bytes[index]
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return .other }
      default:
        guard byte.isHexDigit else { return .other }
        if byte < 0x60, byte > 0x40 { form = .mixed }
      }
    }
    return form
  }

  /// Creates a version 7 UUID: 48 bits of milliseconds, then 74 random bits.
  package init(at time: Timestamp, random: (UInt64, UInt64)) {
    let milliseconds = UInt64(bitPattern: time.milliseconds) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | 0x7000 | random.0 & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    self.init(high: high, low: low)
  }

  /// Creates a random identifier.
  package static func new(at time: Timestamp) -> Identifier {
    Identifier(at: time, random: (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)))
  }

  /// Creates a version 8 UUID from 122 bits of a digest: the same bytes give the same identifier on every machine.
  package init(digest high: UInt64, _ low: UInt64) {
    self.init(
      high: high & ~0xF000 | 0x8000,
      low: 0x8000_0000_0000_0000 | low & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// Creates the identifier with the same UUID for another subject.
  package init<Other>(_ other: Identifier<Other>) { text = other.text }

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

  /// The nil UUID (RFC 9562): a placeholder for an absent record.
  package static var absent: Identifier { Identifier(high: 0, low: 0) }

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
  /// True if the byte is an ASCII hexadecimal digit.
  package var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
