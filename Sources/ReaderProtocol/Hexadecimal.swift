/// A fixed number of bytes that a line has in hexadecimal, without separators.
package struct Hexadecimal<let count: Int>: Codable, Sendable {
  package let bytes: [UInt8]

  /// Nil unless there are `count` bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == count else { return nil }
    self.bytes = bytes
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let digits = try container.decode(String.self).utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == count * 2, !digits.contains(nil) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not \(count * 2) digits of hex")
    }
    let values = digits.compactMap(\.self)
    bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let pairs = bytes.map { String(UInt16($0) | 0x100, radix: 16, uppercase: true).dropFirst() }
    try container.encode(pairs.joined())
  }
}
