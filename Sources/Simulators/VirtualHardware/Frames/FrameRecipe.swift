package import LabelDrawing

/// The complete input for a rendered camera frame. The same recipe gives the same pixels on every machine.
package struct FrameRecipe: Sendable, Equatable, Encodable {
  /// The background behind the barcode's paper.
  package enum Backdrop: String, CaseIterable, Sendable, Encodable {
    /// A grey tabletop.
    case tabletop
    /// Lines of text, stripes and halftone dots.
    case print
    /// The back of a record's cover.
    case sleeve
  }

  package var kind: BarcodeSymbol.Kind
  package var text: String
  /// The width of the frame in pixels.
  package var width = 640
  /// The height of the frame in pixels.
  package var height = 480
  /// The width of a module in pixels, at the middle of the code; any fraction.
  package var module = 2.0
  /// The height of a linear code's bars in modules. An EAN-13 of full size has 69.
  package var barHeight = 60.0
  /// The angle in degrees, clockwise in the camera's view.
  package var angle = 0.0
  /// The blur of the lens: the standard deviation in pixels of the Gaussian spot that a point becomes.
  package var blur = 0.6
  /// The noise of the sensor: the standard deviation of each pixel's brightness, of 255.
  package var noise = 4.0
  /// The perspective: the share by which the paper's far edge is smaller than its near one, 0 to 0.6. The seed chooses
  /// the direction.
  package var tilt = 0.0
  /// The strength of a lamp's reflection on the code: 0 for none, 1 for white at its middle.
  package var glare = 0.0
  /// The movement of the hand during the exposure, in pixels. The seed chooses the direction.
  package var motion = 0.0
  /// True for light bars on dark paper.
  package var inverted = false
  package var backdrop = Backdrop.tabletop
  /// The brightness of the paper, of 255.
  package var paper = 205.0
  /// The brightness of the ink, of 255.
  package var ink = 45.0
  /// The seed of the place, the light and the noise.
  package var seed: UInt64 = 1

  package init(_ kind: BarcodeSymbol.Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  private enum CodingKeys: CodingKey {
    case text, module, angle, motion, blur, noise, tilt, glare, inverted, backdrop, barHeight, paper, ink, seed
  }
}
