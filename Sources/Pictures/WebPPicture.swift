internal import CWebP
package import Imaging

/// The WebP decoder, based on libwebp.
package enum WebPPicture {
  /// Decodes a file in colour, reduced during the decoding to at most a number of pixels on its longer side.
  /// Transparent parts are blended with white.
  ///
  /// - Parameters:
  ///   - bytes: a whole file.
  ///   - longest: the greatest number of pixels on the longer side.
  /// - Returns: the picture.
  /// - Throws: `PictureError`, also for a film.
  package static func decodeColour(_ bytes: [UInt8], longest: Int) throws(PictureError) -> ColourFrame {
    var facts = deadwax_webp_facts()
    try check(deadwax_webp_read_facts(bytes, bytes.count, &facts))
    let (width, height) = (Int(facts.width), Int(facts.height))
    guard LumaFrame.accepts(width: width, height: height) else { throw .tooLarge(width: width, height: height) }
    guard facts.is_film == 0 else { throw .unsupported(.webp, detail: "it is a film") }
    // The container states its size; libwebp decodes a file that ends after its picture.
    guard bytes.count >= stated(bytes) else { throw .truncated(.webp) }
    let side = max(width, height)
    let most = min(side, max(1, longest))
    let (wide, high) = (max(1, width * most / side), max(1, height * most / side))
    var code: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * wide * high) { buffer, filled in
      code = deadwax_webp_decode(bytes, bytes.count, buffer.baseAddress, Int32(wide), Int32(high))
      if code == 0 { filled = 4 * wide * high }
    }
    try check(code)
    return ColourFrame(width: wide, height: high, pixels: opaque(pixels))
  }

  /// Returns the size of the file as its container states it (RIFF: bytes 4 to 7, without the first 8 bytes).
  private static func stated(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= 8 else { return .max }
    return 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func check(_ code: Int32) throws(PictureError) {
    switch code {
    case 0: return
    // VP8_STATUS_SUSPENDED and VP8_STATUS_NOT_ENOUGH_DATA.
    case 5, 7: throw .truncated(.webp)
    default: throw .damaged(.webp, detail: "libwebp ends with code \(code)")
    }
  }
}
