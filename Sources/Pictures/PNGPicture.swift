internal import CSPNG
package import Imaging

/// The PNG decoder, based on libspng: every colour type and depth, interlaced or not.
package enum PNGPicture {
  /// Decodes a whole file to grey. Transparent parts are blended with white.
  package static func decode(_ bytes: [UInt8]) throws(PictureError) -> LumaFrame {
    try withDecoder(of: bytes) { context, header throws(PictureError) in try decode(context, header) }
  }

  /// Opens a file, checks its header, and passes both on.
  ///
  /// - Throws: `PictureError`, also from the body.
  static func withDecoder<Frame>(
    of bytes: [UInt8], _ body: (_ context: OpaquePointer, _ header: spng_ihdr) throws(PictureError) -> Frame
  ) throws(PictureError) -> Frame {
    // libspng succeeds after the last pixel. A file without its end chunk is cut, or still being written.
    guard hasEnd(bytes) else { throw .truncated(.png) }
    guard let context = spng_ctx_new(0) else { throw .damaged(.png, detail: "spng_ctx_new is out of memory") }
    defer { spng_ctx_free(context) }
    var result: Result<Frame, PictureError> = .failure(.empty)
    // libspng retains the address until the context is freed, so all its work happens inside this closure.
    bytes.withUnsafeBytes { buffer in
      do throws(PictureError) {
        try check(spng_set_png_buffer(context, buffer.baseAddress, buffer.count), "spng_set_png_buffer")
        result = .success(try body(context, try header(context)))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns true if the chain of chunks reaches an end chunk (PNG specification, 5.3).
  private static func hasEnd(_ bytes: [UInt8]) -> Bool {
    var start = 8
    while start + 12 <= bytes.count {
      if bytes[start + 4..<start + 8].elementsEqual("IEND".utf8) { return true }
      start += 12 + bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }

  /// Reads the header, with limits for everything that follows it.
  private static func header(_ context: OpaquePointer) throws(PictureError) -> spng_ihdr {
    // Ancillary data (texts, colour profiles) must not grow without bounds either.
    try check(spng_set_chunk_limits(context, 8 << 20, 32 << 20), "spng_set_chunk_limits")
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header), "spng_get_ihdr")
    let width = Int(header.width)
    let height = Int(header.height)
    guard LumaFrame.accepts(width: width, height: height) else { throw .tooLarge(width: width, height: height) }
    return header
  }

  private static func decode(_ context: OpaquePointer, _ header: spng_ihdr) throws(PictureError) -> LumaFrame {
    let (width, height) = (Int(header.width), Int(header.height))
    var transparency = spng_trns()
    let isPlainGrey =
      header.color_type == UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue) && header.bit_depth <= 8
      && spng_get_trns(context, &transparency) != 0
    let pixels: [UInt8]
    if isPlainGrey {
      pixels = try decodeWhole(context, format: SPNG_FMT_G8, byteCount: width * height)
    } else if header.interlace_method == UInt8(SPNG_INTERLACE_NONE.rawValue) {
      pixels = try decodeRows(context, width: width, height: height)
    } else {
      // An interlaced picture is decoded in seven passes over the whole picture, so all of it has to be in memory.
      let colours = try decodeWhole(context, format: SPNG_FMT_RGBA8, byteCount: 4 * width * height)
      pixels = [UInt8](unsafeUninitializedCapacity: width * height) { grey, filled in
        colours.withUnsafeBufferPointer { Self.grey(of: $0, to: grey[...], count: width * height) }
        filled = width * height
      }
    }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }

  static func decodeWhole(
    _ context: OpaquePointer, format: spng_format, byteCount: Int
  ) throws(PictureError) -> [UInt8] {
    var size = 0
    try check(spng_decoded_image_size(context, Int32(format.rawValue), &size), "spng_decoded_image_size")
    guard size == byteCount else { throw .damaged(.png, detail: "it decodes to \(size) bytes, not \(byteCount)") }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      code = spng_decode_image(
        context, buffer.baseAddress, byteCount, Int32(format.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
      if code == 0 { filled = byteCount }
    }
    try check(code, "spng_decode_image")
    return bytes
  }

  /// Decodes row by row, so that a large photograph never takes four times its size in memory.
  private static func decodeRows(
    _ context: OpaquePointer, width: Int, height: Int
  ) throws(PictureError) -> [UInt8] {
    let flags = Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    try check(spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags), "spng_decode_image")
    var row = [UInt8](repeating: 0, count: 4 * width)
    var code: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { grey, filled in
      for index in 0..<height {
        code = row.withUnsafeMutableBytes { spng_decode_row(context, $0.baseAddress, $0.count) }
        // For the last row, libspng returns "end of image".
        guard code == 0 || code == Int32(SPNG_EOI.rawValue) && index == height - 1 else { return }
        row.withUnsafeBufferPointer { Self.grey(of: $0, to: grey[(index * width)...], count: width) }
      }
      code = 0
      filled = width * height
    }
    try check(code, "spng_decode_row")
    return pixels
  }

  /// Computes the brightness by ITU-R BT.601 in 256ths, blended with white.
  private static func grey(
    of colours: UnsafeBufferPointer<UInt8>, to grey: Slice<UnsafeMutableBufferPointer<UInt8>>, count: Int
  ) {
    guard let from = colours.baseAddress, let to = grey.base.baseAddress?.advanced(by: grey.startIndex) else { return }
    for index in 0..<count {
      let pixel = from + 4 * index
      let luma = (77 * Int(pixel[0]) + 150 * Int(pixel[1]) + 29 * Int(pixel[2]) + 128) >> 8
      let alpha = Int(pixel[3])
      to[index] = alpha == 255 ? UInt8(luma) : UInt8((luma * alpha + 255 * (255 - alpha) + 127) / 255)
    }
  }

  static func check(_ code: Int32, _ call: String) throws(PictureError) {
    switch code {
    case 0: return
    case Int32(SPNG_EOF.rawValue), SPNG_IO_EOF.rawValue, Int32(SPNG_EIDAT_TOO_SHORT.rawValue): throw .truncated(.png)
    default:
      throw .damaged(.png, detail: "\(call) says \(spng_strerror(code).map { String(cString: $0) } ?? "\(code)")")
    }
  }
}
