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
  /// How many scan lines agreed; always 1 for a QR code, whose error correction stands for agreement.
  package var lines: Int
  /// The symbol's corners in the frame, in order round it. Of a bar code that was crossed in one direction only, the
  /// place alone is known: two points, or one.
  package var corners: [PixelPoint]
  /// Whether the bars in the frame were compared with those that the text would have. Reading lines alone does not.
  package var isVerified: Bool

  package init(
    symbology: Symbology, text: String, raw: [UInt8], isTextGuessed: Bool = false, lines: Int,
    corners: [PixelPoint], isVerified: Bool = false
  ) {
    self.symbology = symbology
    self.text = text
    self.raw = raw
    self.isTextGuessed = isTextGuessed
    self.lines = lines
    self.corners = corners
    self.isVerified = isVerified
  }

  /// How well it was read, 0 to 1: twenty agreeing lines are a good read of a code that fills a tenth of a frame. Nil
  /// for a QR code, of which nothing is known but that it was read.
  package var quality: Double? { symbology == .qr ? nil : min(1, Double(lines) / 20) }
}
