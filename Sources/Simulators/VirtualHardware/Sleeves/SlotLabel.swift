package import Deadwax
package import Imaging
package import LabelDrawing

/// The label at a slot on a shelf.
package enum SlotLabel {
  /// Draws a label as the camera sees it.
  ///
  /// - Parameters:
  ///   - place: the shelf's name, such as "Shelf 1".
  ///   - slot: the slot's number on it.
  ///   - code: a slot's code.
  ///   - style: the style of the code.
  /// - Returns: the upright, sharp picture, an input for `CameraView`.
  /// - Throws: `LabelError`.
  package static func drawn(
    place: String, slot: Int, code: OwnCode, style: CodeStyle = .bars
  ) throws(LabelError) -> LumaFrame {
    try plate(heading: place, title: "\(slot)", code: code, style: style, height: 340, titleSize: 64)
  }
}
