internal import Foundation
package import Imaging
package import LabelDrawing

/// A drawing of a round tag on the table, with nothing that a camera could read.
package enum TagSticker {
  /// Draws the tag.
  ///
  /// - Parameter title: its description, such as "A fresh NTAG213".
  /// - Returns: the upright, sharp picture.
  /// - Throws: `LabelError`.
  package static func drawn(title: String) throws(LabelError) -> LumaFrame {
    let size = 360
    var sticker = LumaFrame(width: size, height: size, filledWith: 205)
    for (radius, ink) in [(160.0, UInt8(120)), (150, 90), (128, 150), (122, 150), (116, 150)] {
      let corners = (0..<64).map { step in
        let angle = Double(step) / 64 * 2 * .pi
        return PixelPoint(x: size / 2 + Int(radius * cos(angle)), y: size / 2 + Int(radius * sin(angle)))
      }
      sticker.drawOutline(corners, value: ink, thickness: 2)
    }
    try sticker.draw(
      title, style: TextBlock.Style(size: 26, isBold: true, alignment: .centre),
      at: PixelPoint(x: size / 2 - 90, y: size / 2 - 40), width: 180, ink: 40)
    return sticker
  }
}
