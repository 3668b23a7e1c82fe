/// Converts the bytes of a file to UTF-8, in parts of any size, without the byte order mark.
struct CSVDecoder: Sendable {
  let encoding: CSVEncoding
  private var check = UTF8Check()
  /// The number of bytes of the mark that are still to come.
  private var mark: Int
  /// The first byte of a unit of UTF-16 whose second one is in the next part.
  private var half: UInt8?
  /// The high surrogate that waits for its low one.
  private var high: UInt32?

  init(_ encoding: CSVEncoding) {
    self.encoding = encoding
    mark = encoding.mark.count
  }

  /// True if no character is broken off.
  var isComplete: Bool { check.isComplete && half == nil && high == nil }

  /// Converts the next part.
  ///
  /// - Returns: false if bytes are no text. Everything before them was then added.
  mutating func decode(_ part: UnsafeRawBufferPointer, into text: inout [UInt8]) -> Bool {
    let skipped = min(mark, part.count)
    mark -= skipped
    let part = UnsafeRawBufferPointer(rebasing: part[skipped...])
    switch encoding {
    case .utf8, .utf8WithMark:
      let count = check.add(part)
      text += part.prefix(count)
      return count == part.count
    case .windows1252: return decode1252(part, into: &text)
    case .utf16LittleEndian, .utf16BigEndian: return decode16(part, into: &text)
    }
  }

  private func decode1252(_ part: UnsafeRawBufferPointer, into text: inout [UInt8]) -> Bool {
    for byte in part {
      guard byte >= 0x80 else {
        text.append(byte)
        continue
      }
      let scalar = byte < 0xA0 ? Self.upper[Int(byte) - 0x80] : UInt32(byte)
      guard scalar != 0 else { return false }
      Self.append(scalar, to: &text)
    }
    return true
  }

  private mutating func decode16(_ part: UnsafeRawBufferPointer, into text: inout [UInt8]) -> Bool {
    for byte in part {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit = encoding == .utf16BigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
      switch (high, unit) {
      case (nil, 0xD800...0xDBFF): high = unit
      case (let upper?, 0xDC00...0xDFFF):
        high = nil
        Self.append(0x10000 + (upper - 0xD800) << 10 + (unit - 0xDC00), to: &text)
      case (_?, _), (nil, 0xDC00...0xDFFF): return false
      case (nil, _): Self.append(unit, to: &text)
      }
    }
    return true
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if let scalar = Unicode.Scalar(scalar) { text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
  }

  /// The characters of 80 to 9F; 0 for a byte without one.
  private static let upper: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]
}
