internal import CJPEG
internal import Glibc
package import Imaging

/// The JPEG codec, based on libjpeg-turbo.
package enum JPEGPicture {
  /// Decodes only the brightness. Barcodes need nothing else, and it costs two thirds of decoding the colours.
  ///
  /// A file with damaged or missing parts is refused: libjpeg would fill them with invented pixels.
  ///
  /// - Parameter bytes: a whole file, or one frame of a camera's MJPEG stream.
  /// - Returns: the picture in its stored size.
  /// - Throws: `PictureError`.
  package static func decode(_ bytes: [UInt8]) throws(PictureError) -> LumaFrame {
    var header = deadwax_jpeg_outcome()
    guard deadwax_jpeg_read_size(bytes, UInt(bytes.count), &header) != 0 else { throw fault(in: header) }
    let width = Int(header.width)
    let height = Int(header.height)
    guard LumaFrame.accepts(width: width, height: height) else { throw .tooLarge(width: width, height: height) }
    var outcome = deadwax_jpeg_outcome()
    var isDone = false
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, filled in
      isDone =
        deadwax_jpeg_decode_grey(
          bytes, UInt(bytes.count), buffer.baseAddress, header.width, header.height, &outcome) != 0
      if isDone { filled = width * height }
    }
    guard isDone else { throw fault(in: outcome) }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }

  /// Encodes a frame as a grey JPEG.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - quality: libjpeg's scale, 1 to 100; 75 is good for viewing.
  /// - Returns: a whole file.
  /// - Throws: `PictureError.unwritable` if there is no memory.
  package static func encode(_ frame: LumaFrame, quality: Int = 75) throws(PictureError) -> [UInt8] {
    try encode(frame.pixels, width: frame.width, height: frame.height, channels: 1, quality: quality)
  }

  /// Encodes pixels of one or three bytes.
  ///
  /// - Throws: `PictureError.unwritable` if there is no memory.
  static func encode(
    _ pixels: [UInt8], width: Int, height: Int, channels: Int32, quality: Int
  ) throws(PictureError) -> [UInt8] {
    var outcome = deadwax_jpeg_outcome()
    var count: UInt = 0
    let encoded = deadwax_jpeg_encode(
      pixels, Int32(width), Int32(height), channels, Int32(min(100, max(1, quality))), &count, &outcome)
    guard let encoded else { throw .unwritable(reason: message(in: outcome)) }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
  }

  static func fault(in outcome: deadwax_jpeg_outcome) -> PictureError {
    let message = message(in: outcome)
    switch outcome.fault {
    case 1: return .truncated(.jpeg)
    default: return .damaged(.jpeg, detail: message)
    }
  }

  static func message(in outcome: deadwax_jpeg_outcome) -> String {
    let message = withUnsafeBytes(of: outcome.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return message.isEmpty ? "libjpeg gives no reason" : message
  }
}
