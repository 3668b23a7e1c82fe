internal import Imaging

/// What a camera has agreed to send, checked against itself: what it says is honoured, and not trusted.
package struct CaptureFormat: Sendable, Hashable {
  package let format: PixelFormat
  package let size: PixelSize
  /// Bytes from the start of a line to the start of the next; 0 for compressed formats.
  package let bytesPerLine: Int
  /// How many bytes of a frame hold its brightness; for compressed formats the fewest that can be a picture.
  package let bytesNeeded: Int
  /// The most bytes a frame may have.
  package let mostBytes: Int

  /// Why an answer to S_FMT cannot be used, in half a sentence.
  package struct Contradiction: Error, Equatable {
    package let detail: String
  }

  /// No JPEG of a camera is shorter.
  private static let leastJPEG = 128
  private static let mostJPEG = 64 << 20

  /// - Parameters:
  ///   - code: the four letters of the answer.
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - bytesPerLine: as told; 0, or too few for the width, means lines without gaps.
  ///   - sizeImage: bytes of a whole frame, as told; 0 when the driver does not tell.
  /// - Throws: `Contradiction` when a frame of that size cannot have those lines.
  package init(code: UInt32, width: Int, height: Int, bytesPerLine: Int, sizeImage: Int) throws(Contradiction) {
    guard let format = PixelFormat(code: code) else {
      throw Contradiction(detail: "it answers with the format \(PixelFormat.letters(of: code))")
    }
    guard LumaFrame.accepts(width: width, height: height) else {
      throw Contradiction(detail: "it answers with frames of \(width) × \(height) pixels")
    }
    self.format = format
    size = PixelSize(width: width, height: height)
    let perPixel: Int
    switch format.luma {
    case .compressed:
      self.bytesPerLine = 0
      bytesNeeded = Self.leastJPEG
      // What it says about their size is a guess; the buffer's end is the limit.
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
      throw Contradiction(detail: "it wants lines of \(bytesPerLine) bytes")
    }
    self.bytesPerLine = line
    bytesNeeded = needed
    mostBytes = max(sizeImage, needed)
  }
}
