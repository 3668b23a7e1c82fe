/// The checksum of type A frames (ISO/IEC 14443-3, CRC_A): polynomial 8408 reflected, start value 6363, low byte first.
enum ChecksumA {
  static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var remainder: UInt16 = 0x6363
    for byte in bytes {
      remainder ^= UInt16(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0x8408 }
    }
    return [UInt8(remainder & 0xFF), UInt8(remainder >> 8)]
  }
}
