package import Deadwax
package import Imaging
package import LabelDrawing

/// A card that gives the station a command when it is scanned.
package enum CommandCard {
  /// Draws a card as the camera sees it.
  ///
  /// - Parameters:
  ///   - command: the command of the card.
  ///   - title: the command in words; nil for its usual title.
  ///   - style: the style of the code.
  /// - Returns: the upright, sharp picture, an input for `CameraView`.
  /// - Throws: `LabelError`.
  package static func drawn(
    _ command: Command, title: String? = nil, style: CodeStyle = .bars
  ) throws(LabelError) -> LumaFrame {
    try plate(
      heading: "Deadwax", title: title ?? command.title, code: command.code, style: style, height: 340, titleSize: 54)
  }
}
