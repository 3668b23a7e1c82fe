internal import Foundation
package import Imaging
package import LabelDrawing

extension FrameRecipe {
  /// A rendered frame.
  package struct Picture: Sendable, Equatable {
    package var frame: LumaFrame
    /// The corners of the symbol without its quiet zone, as printed: upper left, upper right, lower right, lower left.
    package var corners: [PixelPoint]
  }

  /// Renders the frame. The ideal symbol is area-sampled at a subpixel position, and then passes through lens, motion,
  /// light and sensor.
  ///
  /// - Throws: `LabelError` if the text cannot be encoded as this kind.
  package func drawn() throws(LabelError) -> Picture {
    var random = SeededGenerator(seed: seed)
    let symbol = try BarcodeSymbol.encode(kind, text)
    let sheet = Sheet(symbol, barHeight: barHeight)
    let place = SheetPlace(self, sheet, random: &random)
    var exposure = Exposure(try background(random: &random))
    sheet.paint(
      on: &exposure, at: place, paper: inverted ? ink : paper, ink: inverted ? paper : ink, marks: [], fineness: 8)
    exposure.shade(
      share: Double.random(in: 0...0.25, using: &random), direction: Double.random(in: 0...(2 * .pi), using: &random))
    let span = sheet.width * module
    exposure.addGlare(
      strength: glare, centreX: place.centreX + Double.random(in: -0.25...0.25, using: &random) * span,
      centreY: place.centreY + Double.random(in: -0.1...0.1, using: &random) * span, radius: 0.12 * span)
    exposure.blur(deviation: blur)
    exposure.move(distance: motion, direction: Double.random(in: 0...(2 * .pi), using: &random))
    let frame = exposure.developed(noise: noise, random: &random)
    return Picture(frame: frame, corners: sheet.corners.map { place.pixel(of: $0.u, $0.v) })
  }

  /// Renders the frame with damage to the code, on a given background.
  func drawn(_ effects: DamageEffects, before background: LumaFrame) -> LumaFrame {
    var random = SeededGenerator(seed: seed)
    let place = SheetPlace(self, effects.sheet, random: &random)
    var exposure = Exposure(background)
    effects.sheet.paint(
      on: &exposure, at: place, paper: inverted ? ink : paper, ink: inverted ? paper : ink, marks: effects.marks,
      fineness: 4)
    exposure.shade(
      share: Double.random(in: 0...0.25, using: &random), direction: Double.random(in: 0...(2 * .pi), using: &random))
    for light in effects.lights { exposure.add(light, at: place) }
    exposure.blur(deviation: blur)
    exposure.move(distance: motion, direction: Double.random(in: 0...(2 * .pi), using: &random))
    return exposure.developed(noise: noise, random: &random)
  }

  /// Renders a frame without a code.
  ///
  /// - Throws: `LabelError.undrawable`.
  package func drawnWithoutCode() throws(LabelError) -> LumaFrame {
    var random = SeededGenerator(seed: seed)
    var exposure = Exposure(try background(random: &random))
    exposure.shade(share: 0.2, direction: 1)
    exposure.blur(deviation: blur)
    return exposure.developed(noise: noise, random: &random)
  }

  private func background(random: inout SeededGenerator) throws(LabelError) -> LumaFrame {
    switch backdrop {
    case .tabletop: Backdrops.tabletop(width: width, height: height, random: &random)
    case .print: try Backdrops.print(width: width, height: height, random: &random)
    case .sleeve: try Backdrops.sleeve(width: width, height: height, random: &random)
    }
  }
}
