internal import Imaging

/// The format that a camera agreed to send, checked for consistency. The camera's answer is used, but not trusted.
package struct CaptureFormat: Sendable, Hashable {
  package let format: PixelFormat
  package let size: PixelSize
  /// The bytes from the start of one line to the start of the next; 0 for compressed formats.
  package let bytesPerLine: Int
  /// The number of bytes that hold a frame's brightness. For compressed formats: the fewest bytes that can be a
  /// picture.
  package let bytesNeeded: Int
  /// The largest number of bytes that a frame may have.
  package let mostBytes: Int

  /// The reason an answer to S_FMT cannot be used, as half a sentence.
  package struct Contradiction: Error, Equatable {
    package let detail: String
  }

  /// The fewest bytes in a camera's JPEG.
  private static let leastJPEG = 128
  private static let mostJPEG = 64 << 20

  /// Checks a driver's answer to S_FMT.
  ///
  /// - Parameters:
  ///   - code: the four-character code of the answer.
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - bytesPerLine: as reported; 0, or too few for the width, means lines without gaps.
  ///   - sizeImage: the bytes of a whole frame, as reported; 0 if the driver does not report it.
  /// - Throws: `Contradiction` when a frame of that size cannot have those lines.
  package init(code: UInt32, width: Int, height: Int, bytesPerLine: Int, sizeImage: Int) throws(Contradiction) {
    guard let format = PixelFormat(code: code) else {
      throw Contradiction(detail: "it returned the format \(PixelFormat.letters(of: code))")
    }
    guard LumaFrame.accepts(width: width, height: height) else {
      throw Contradiction(detail: "it returned frames of \(width) × \(height) pixels")
    }
    self.format = format
    size = PixelSize(width: width, height: height)
    let perPixel: Int
    switch format.luma {
    case .compressed:
      self.bytesPerLine = 0
      bytesNeeded = Self.leastJPEG
      // The reported size of compressed frames is a guess; the limit is the end of the buffer.
      mostBytes = Self.mostJPEG
      return
    case .plane: perPixel = 1
    case .interleaved: perPixel = 2
    }
    let least = width * perPixel
    let line = max(least, bytesPerLine)
    let needed = (height - 1) * line + least
    guard sizeImage <= 0 || needed <= sizeImage else {
      throw Contradiction(
        detail: "\(height) lines of \(line) bytes do not fit into its \(format.rawValue) frames of \(sizeImage) bytes")
    }
    guard needed <= 4 * LumaFrame.areaLimit else {
      throw Contradiction(detail: "it requires lines of \(bytesPerLine) bytes")
    }
    self.bytesPerLine = line
    bytesNeeded = needed
    mostBytes = max(sizeImage, needed)
  }
}
