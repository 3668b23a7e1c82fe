/// Pictures that few programs write.
extension SamplePictures {
  /// A JPEG of 8 × 8 pixels in cyan, magenta, yellow and black, each of medium strength (ITU-T T.81, annex B).
  static func inks(isOfAdobe: Bool) -> [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker, 0, UInt8(body.count + 2)] + body }
    let components: [UInt8] = [1, 2, 3, 4]
    let oneCode: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
    var file: [UInt8] = [0xFF, 0xD8]
    if isOfAdobe { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC0, [8, 0, 8, 0, 8, 4] + components.flatMap { [$0, 0x11, 0] })
    file += segment(0xC4, [0x00] + oneCode) + segment(0xC4, [0x10] + oneCode)
    file += segment(0xDA, [4] + components.flatMap { [$0, 0] } + [0, 63, 0])
    // Each block is one code for its mean and one for its end, both a single 0.
    return file + [0x00, 0xFF, 0xD9]
  }

  /// A WebP of one pixel, without loss.
  static let webp: [UInt8] =
    Array("RIFF".utf8) + [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8)
    + [0x0D, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0]

  /// A zlib stream that unpacks to about a number of zeros: a thousandth of them in bytes (RFC 1951, 3.2.6).
  static func packedZeros(_ count: Int) -> [UInt8] {
    var (bytes, held, bits): ([UInt8], UInt32, UInt32) = ([0x78, 0x9C], 0, 0)
    func put(_ code: UInt32, _ length: UInt32) {
      for bit in (0..<length).reversed() {
        held |= (code >> bit & 1) << bits
        bits += 1
        if bits == 8 {
          bytes.append(UInt8(held))
          (held, bits) = (0, 0)
        }
      }
    }
    // The last block with fixed codes; a zero; then copies of 258 bytes from one byte before.
    put(0b110, 3)
    put(0b0011_0000, 8)
    let copies = count / 258
    for _ in 0..<copies {
      put(0b1100_0101, 8)
      put(0, 5)
    }
    put(0, 7)
    if bits > 0 { bytes.append(UInt8(held)) }
    return bytes + number((1 + copies * 258) % 65_521 << 16 | 1)
  }
}
