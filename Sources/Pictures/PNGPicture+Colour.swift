internal import CSPNG
package import Imaging

extension PNGPicture {
  /// Decodes a whole file in colour, with 8 bits for each channel. Transparent parts are blended with white. Of a film
  /// (APNG), this is its still picture.
  ///
  /// - Throws: `PictureError`.
  package static func decodeColour(_ bytes: [UInt8]) throws(PictureError) -> ColourFrame {
    try withDecoder(of: bytes) { context, header throws(PictureError) in
      let (width, height) = (Int(header.width), Int(header.height))
      let isWhole = header.interlace_method != UInt8(SPNG_INTERLACE_NONE.rawValue)
      let pixels =
        isWhole
        ? opaque(try decodeWhole(context, format: SPNG_FMT_RGBA8, byteCount: 4 * width * height))
        : try decodeColourRows(context, width: width, height: height)
      return ColourFrame(width: width, height: height, pixels: pixels)
    }
  }

  /// Decodes row by row, so that the opacity of a large picture is never in memory as a whole.
  private static func decodeColourRows(
    _ context: OpaquePointer, width: Int, height: Int
  ) throws(PictureError) -> [UInt8] {
    let flags = Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    try check(spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags), "spng_decode_image")
    var row = [UInt8](repeating: 0, count: 4 * width)
    var code: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { colours, filled in
      for index in 0..<height {
        code = row.withUnsafeMutableBytes { spng_decode_row(context, $0.baseAddress, $0.count) }
        // For the last row, libspng returns "end of image".
        guard code == 0 || code == Int32(SPNG_EOI.rawValue) && index == height - 1 else { return }
        row.withUnsafeBufferPointer { blend($0, to: colours, from: 3 * index * width) }
      }
      code = 0
      filled = 3 * width * height
    }
    try check(code, "spng_decode_row")
    return pixels
  }
}

/// Returns pixels of three bytes for pixels of four, blended with white.
func opaque(_ colours: [UInt8]) -> [UInt8] {
  let count = colours.count / 4 * 3
  return [UInt8](unsafeUninitializedCapacity: count) { result, filled in
    colours.withUnsafeBufferPointer { blend($0, to: result, from: 0) }
    filled = count
  }
}

/// Writes pixels of three bytes for pixels of four, blended with white.
private func blend(
  _ colours: UnsafeBufferPointer<UInt8>, to result: UnsafeMutableBufferPointer<UInt8>, from start: Int
) {
  for index in 0..<colours.count / 4 {
    let alpha = Int(colours[4 * index + 3])
    for channel in 0..<3 {
      let value = Int(colours[4 * index + channel])
      result[start + 3 * index + channel] = UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255)
    }
  }
}
