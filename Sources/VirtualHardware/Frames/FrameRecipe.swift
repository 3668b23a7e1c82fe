package import Labels

/// Everything that a made camera frame comes from: the same recipe gives the same pixels on every machine.
package struct FrameRecipe: Sendable, Equatable, Encodable {
  /// What lies behind the barcode's paper.
  package enum Backdrop: String, CaseIterable, Sendable, Encodable {
    /// A grey desk.
    case desk
    /// Lines of text, stripes and the dots of halftone print.
    case print
    /// The back of a record's cover.
    case sleeve
  }

  package var kind: Symbol.Kind
  package var text: String
  /// Pixels of the frame.
  package var width = 640
  /// Pixels of the frame.
  package var height = 480
  /// Pixels to a module, at the middle of the code; any fraction.
  package var module = 2.0
  /// How high the bars of a linear code are, in modules. An EAN-13 of full size has 69.
  package var barHeight = 60.0
  /// Degrees clockwise as the camera sees it.
  package var angle = 0.0
  /// The lens: the deviation in pixels of the Gaussian spot that a point becomes.
  package var blur = 0.6
  /// The sensor: the deviation of each pixel's brightness, of 255.
  package var noise = 4.0
  /// How much smaller the paper's far edge is than its near one, 0 to 0.6; in which direction comes from the seed.
  package var tilt = 0.0
  /// A lamp's reflection on the code: 0 none, 1 white at its middle.
  package var glare = 0.0
  /// How far the hand moved during the exposure, in pixels; in which direction comes from the seed.
  package var motion = 0.0
  /// Light bars on dark paper.
  package var inverted = false
  package var backdrop = Backdrop.desk
  /// Brightness of the paper, of 255.
  package var paper = 205.0
  /// Brightness of the ink, of 255.
  package var ink = 45.0
  /// Of the place, the light and the noise.
  package var seed: UInt64 = 1

  package init(_ kind: Symbol.Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  private enum CodingKeys: CodingKey {
    case text, module, angle, motion, blur, noise, tilt, glare, inverted, backdrop, barHeight, paper, ink, seed
  }
}
