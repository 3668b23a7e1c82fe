internal import Foundation
package import Imaging

/// The view of a webcam on the tabletop: a printed object held in front of it, slightly turned and slightly blurred.
package enum CameraView {
  /// The width in pixels. The size is that of cheap webcams.
  package static let width = 1280
  package static let height = 720

  /// Renders a printed object in the middle of the view.
  ///
  /// - Parameters:
  ///   - print: the object's picture, upright and sharp; parts that do not fit in the view are cut off.
  ///   - turn: degrees clockwise, in the camera's view.
  ///   - blur: the radius in pixels of the spot that a point becomes; above 1, fine bars merge.
  ///   - light: 1 for a well-lit tabletop, 0 for a dark one, where the camera's noise grows too.
  ///   - seed: the seed of the noise and of the hand's exact place; the same seed gives the same picture.
  /// - Returns: a frame of 1280 × 720.
  package static func hold(
    _ print: LumaFrame, turn: Double = 6, blur: Double = 0.6, light: Double = 1, seed: UInt64 = 1
  ) -> LumaFrame {
    var random = SeededGenerator(seed: seed)
    var view = tabletop()
    view.draw(
      print, turnedBy: turn, centredAtX: Double(width) / 2 + Double.random(in: -12...12, using: &random),
      y: Double(height) / 2 + Double.random(in: -12...12, using: &random))
    return taken(view, blur: blur, light: light, random: &random)
  }

  /// Renders the tabletop with nothing in view.
  ///
  /// - Parameters:
  ///   - light: the light, as for `hold`.
  ///   - seed: the seed, as for `hold`.
  /// - Returns: a frame of 1280 × 720.
  package static func empty(light: Double = 1, seed: UInt64 = 1) -> LumaFrame {
    var random = SeededGenerator(seed: seed)
    return taken(tabletop(), blur: 0.6, light: light, random: &random)
  }

  /// Renders a grey table, brighter towards the lamp, with a mat on it.
  private static func tabletop() -> LumaFrame {
    var tabletop = LumaFrame(width: width, height: height, filledWith: 0)
    for row in 0..<height {
      tabletop.fill(PixelRectangle(x: 0, y: row, width: width, height: 1), with: UInt8(118 - row * 44 / height))
    }
    tabletop.fill(PixelRectangle(x: 90, y: 60, width: width - 180, height: height - 120), with: 62)
    tabletop.fill(PixelRectangle(x: 94, y: 64, width: width - 188, height: height - 128), with: 66)
    return tabletop
  }

  private static func taken(
    _ scene: LumaFrame, blur: Double, light: Double, random: inout SeededGenerator
  ) -> LumaFrame {
    let light = min(1, max(0, light))
    // White paper never reaches the sensor's maximum, nor black ink its minimum.
    var view = scene.boxBlurred(radius: max(0, blur)).toned(gain: (0.1 + 0.9 * light) * 0.88, offset: 10)
    view.addNoise(noise(deviation: 2 + 5 * (1 - light), random: &random), seed: random.next())
    return view
  }

  /// Returns normally distributed noise values (Box–Muller method).
  private static func noise(deviation: Double, random: inout SeededGenerator) -> [Int16] {
    (0..<1024).map { _ in
      let radius = (-2 * log(Double.random(in: 0.000_001...1, using: &random))).squareRoot()
      return Int16((deviation * radius * cos(Double.random(in: 0...(2 * .pi), using: &random))).rounded())
    }
  }
}
