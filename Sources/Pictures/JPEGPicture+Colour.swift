internal import CJPEG
internal import Glibc
package import Imaging

extension JPEGPicture {
  /// Decodes a file in colour, reduced by eighths while its longer side keeps a number of pixels.
  ///
  /// The reduction is part of libjpeg's decoding, so a thumbnail of a photograph costs a fraction of the whole.
  ///
  /// - Parameters:
  ///   - bytes: a whole file.
  ///   - longest: the number of pixels that the longer side needs.
  /// - Returns: the picture as stored, without the orientation that a camera noted.
  /// - Throws: `PictureError`.
  package static func decodeColour(_ bytes: [UInt8], longest: Int) throws(PictureError) -> ColourFrame {
    var header = deadwax_jpeg_outcome()
    guard deadwax_jpeg_read_size(bytes, UInt(bytes.count), &header) != 0 else { throw fault(in: header) }
    let (width, height) = (Int(header.width), Int(header.height))
    guard LumaFrame.accepts(width: width, height: height) else { throw .tooLarge(width: width, height: height) }
    var outcome = deadwax_jpeg_outcome()
    let decoded = deadwax_jpeg_decode_colour(
      bytes, UInt(bytes.count), Int32(min(LumaFrame.sideLimit, max(1, longest))), &outcome)
    guard let decoded else { throw fault(in: outcome) }
    defer { free(decoded) }
    let (wide, high) = (Int(outcome.width), Int(outcome.height))
    return ColourFrame(
      width: wide, height: high, pixels: Array(UnsafeBufferPointer(start: decoded, count: 3 * wide * high)))
  }

  /// Encodes a frame as a JPEG in colour that has the pixels only: no text, place, time or preview.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - quality: libjpeg's scale, 1 to 100.
  /// - Returns: a whole file.
  /// - Throws: `PictureError.unwritable` if there is no memory.
  package static func encode(_ frame: ColourFrame, quality: Int) throws(PictureError) -> [UInt8] {
    try encode(frame.pixels, width: frame.width, height: frame.height, channels: 3, quality: quality)
  }
}
