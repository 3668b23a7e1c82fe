/// Checks UTF-8 that arrives in parts (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
struct UTF8Check: Sendable {
  /// The number of bytes that the character still needs, and the range of the next one.
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// True if no character is broken off.
  var isComplete: Bool { missing == 0 }

  /// Looks at the next bytes.
  ///
  /// - Returns: the number of bytes before the first wrong one; all of them if none is wrong.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Int {
    for (index, byte) in bytes.enumerated() where byte >= 0x80 || missing > 0 {
      guard accept(byte) else { return index }
    }
    return bytes.count
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard next.contains(byte) else { return false }
      (missing, next) = (missing - 1, 0x80...0xBF)
      return true
    }
    switch byte {
    case 0xC2...0xDF: (missing, next) = (1, 0x80...0xBF)
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (missing, next) = (2, 0x80...0xBF)
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, next) = (3, 0x80...0xBF)
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
