package import Deadwax
package import Imaging

/// One barcode found in a frame.
package struct Barcode: Sendable, Equatable {
  package var symbology: Symbology
  /// The raw bytes as UTF-8 where they are that, else each byte as a sign of Latin-1.
  package var text: String
  /// As decoded, before anybody guessed at their character set.
  package var raw: [UInt8]
  /// Whether the text is a guess: the bytes are no UTF-8. (Japanese QR codes in Shift-JIS come out as Latin-1; who
  /// knows better starts from `raw`.)
  package var isTextGuessed: Bool
  /// How many scan lines said so; 1 for a QR code.
  package var lines: Int
  /// The symbol's four corners in the frame, in order round it: of a bar code from the begin of its text on, and of it
  /// as much as was read.
  package var corners: [PixelPoint]
  /// Whether the bars in the frame were compared with those that the text would have, and with those of every other.
  /// False for a QR code, whose error correction is another kind of proof.
  package var isVerified: Bool
  /// How well it was read, 0 to 1: by how much its own image speaks for it and against its likeliest rival, 1 from 100
  /// nats on. Nil for a QR code, of which nothing is known but that it was read.
  package var quality: Double?
  /// How many frames were looked at until it was read, since there was something to be read; 1 for a picture.
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
