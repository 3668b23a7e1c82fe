package import Deadwax
package import Imaging
package import LabelDrawing

/// A borrower's card.
package enum BorrowerCard {
  /// Draws a card of the usual 85.6 × 54 mm (ISO/IEC 7810 ID-1), as the camera sees it.
  ///
  /// - Parameters:
  ///   - shortName: the borrower's short name, such as "Ada L.".
  ///   - code: a borrower's code.
  ///   - style: the style of the code.
  /// - Returns: the upright, sharp picture, an input for `CameraView`.
  /// - Throws: `LabelError`.
  package static func drawn(
    shortName: String, code: OwnCode, style: CodeStyle = .bars
  ) throws(LabelError) -> LumaFrame {
    try plate(heading: "Library card", title: shortName, code: code, style: style, height: 380, titleSize: 46)
  }
}

/// Draws a white plate with two lines and a code, as a label printer makes it.
func plate(
  heading: String, title: String, code: OwnCode, style: CodeStyle, height: Int, titleSize: Int
) throws(LabelError) -> LumaFrame {
  let width = 600
  var plate = LumaFrame(width: width, height: height, filledWith: 242)
  let text = style == .qr ? width - 230 : width - 40
  var y = 16
  y += try plate.draw(
    heading, style: TextBlock.Style(size: 20), at: PixelPoint(x: 24, y: y), width: text, ink: 70)
  try plate.draw(
    title, style: TextBlock.Style(size: titleSize, isBold: true), at: PixelPoint(x: 24, y: y), width: text, ink: 20)
  let drawn = try style.drawn(code)
  switch style {
  case .bars: plate.draw(drawn, at: PixelPoint(x: (width - drawn.width) / 2, y: height - drawn.height - 18))
  case .qr: plate.draw(drawn, at: PixelPoint(x: width - drawn.width - 20, y: (height - drawn.height) / 2))
  }
  plate.drawOutline(
    [
      PixelPoint(x: 2, y: 2), PixelPoint(x: width - 3, y: 2), PixelPoint(x: width - 3, y: height - 3),
      PixelPoint(x: 2, y: height - 3),
    ], value: 120, thickness: 2)
  return plate
}
