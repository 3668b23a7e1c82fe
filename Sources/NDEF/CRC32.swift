/// The checksum of Ethernet and ZIP (ISO/IEC 3309: polynomial 04C11DB7 reflected, start and final value all ones).
enum CRC32 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder: UInt32 = .max
    for byte in bytes {
      remainder = remainder >> 8 ^ table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)]
    }
    return ~remainder
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }
}
