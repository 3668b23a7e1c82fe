/// Numbers and texts as bytes, one after another.
struct PackedBytes {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(160) }

  /// Adds a number that is not negative, seven bits in a byte.
  mutating func add(_ number: Int) {
    var rest = UInt(number)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0) }
    add(text.utf8.count + 1)
    bytes += text.utf8
  }

  mutating func add(_ texts: [String]) {
    add(texts.count)
    for text in texts { add(text) }
  }
}
