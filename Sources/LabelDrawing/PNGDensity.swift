/// The resolution of a PNG file, which lets programs print it in its true size (PNG specification, 11.3.5.3, pHYs).
enum PNGDensity {
  /// Inserts the resolution into a PNG file that has none.
  ///
  /// - Parameters:
  ///   - png: a whole file; a file shorter than its header is returned unchanged.
  ///   - resolution: dots per inch.
  /// - Returns: the file with its resolution.
  static func named(in png: [UInt8], resolution: Int) -> [UInt8] {
    // The chunk goes after the signature (8 bytes) and the header (4 length, 4 name, 13 content, 4 CRC).
    let head = 33
    guard png.count >= head else { return png }
    let perMetre = UInt32((Double(resolution) / 0.0254).rounded())
    let content = Array("pHYs".utf8) + bytes(perMetre) + bytes(perMetre) + [1]
    return png[..<head] + bytes(9) + content + bytes(crc(content)) + png[head...]
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Computes the CRC (PNG specification, annex D).
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
