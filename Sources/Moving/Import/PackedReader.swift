/// Reads what `PackedBytes` wrote.
struct PackedReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns the next number; nil at the end.
  mutating func number() -> Int? {
    var (value, shift) = (0, 0)
    while let byte = rest.popFirst(), shift < 63 {
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Returns the next text; nil for an absent one, or at the end.
  mutating func text() -> String? {
    guard let size = number(), size > 0, size - 1 <= rest.count else { return nil }
    defer { rest = rest.dropFirst(size - 1) }
    return String(decoding: rest.prefix(size - 1), as: UTF8.self)
  }

  mutating func texts() -> [String] { (0..<(number() ?? 0)).compactMap { _ in text() } }
}
