package import Deadwax
package import Imaging

/// A barcode that was found in a frame.
package struct Barcode: Sendable, Equatable {
  package var symbology: Symbology
  /// The raw bytes as text, in the character set that the code names. If it names none: as UTF-8 if they are valid,
  /// else as Shift-JIS if they look Japanese, else as Latin-1.
  package var text: String
  /// The bytes as decoded, before any guess at their character set.
  package var raw: [UInt8]
  /// True if the text is a guess: the code names no character set, and the bytes are not valid UTF-8. A caller that
  /// knows the character set decodes `raw` instead.
  package var isTextGuessed: Bool
  /// The number of scan lines that gave this reading; 1 for a QR code.
  package var lines: Int
  /// The symbol's four corners in the frame, in order around it. For a bar code they begin at the start of its text,
  /// and enclose only the part that was read.
  package var corners: [PixelPoint]
  /// True if the bars in the frame were compared with those of this text and with those of every other text. False for
  /// a QR code, which is proven by its error correction instead.
  package var isVerified: Bool
  /// The quality of the reading, 0 to 1. For a bar code: the margin by which its image supports it over its likeliest
  /// rival, with 1 from 100 nats on. For a QR code: the share of its error correction that was not needed.
  package var quality: Double?
  /// The number of frames from the first in which the place was seen to the one in which it was read; 1 for a picture.
  package var frames: Int

  package init(
    symbology: Symbology, text: String, raw: [UInt8], isTextGuessed: Bool = false, lines: Int,
    corners: [PixelPoint], isVerified: Bool = false, quality: Double? = nil, frames: Int = 1
  ) {
    self.symbology = symbology
    self.text = text
    self.raw = raw
    self.isTextGuessed = isTextGuessed
    self.lines = lines
    self.corners = corners
    self.isVerified = isVerified
    self.quality = quality
    self.frames = frames
  }
}

extension Barcode {
  /// True if a position is within the bounds of the corners.
  func covers(_ place: PixelPoint) -> Bool {
    guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(), let top = corners.map(\.y).min(),
      let bottom = corners.map(\.y).max()
    else { return false }
    return (left...right).contains(place.x) && (top...bottom).contains(place.y)
  }

  /// True if the middle of another barcode is within the bounds of this one.
  func covers(_ other: Barcode) -> Bool {
    guard !other.corners.isEmpty else { return false }
    return covers(
      PixelPoint(
        x: other.corners.map(\.x).reduce(0, +) / other.corners.count,
        y: other.corners.map(\.y).reduce(0, +) / other.corners.count))
  }
}
