internal import Foundation
internal import Imaging

/// The position of the sheet in the camera's view: turned, tilted, and at a subpixel offset.
struct SheetPlace {
  let centreX: Double
  let centreY: Double
  private let module: Double
  private let cosine: Double
  private let sine: Double
  private let middleU: Double
  private let middleV: Double
  /// The change of scale per pixel along the tilt.
  private let tiltX: Double
  private let tiltY: Double

  init(_ recipe: FrameRecipe, _ sheet: Sheet, random: inout SeededGenerator) {
    let angle = recipe.angle * .pi / 180
    (cosine, sine) = (cos(angle), sin(angle))
    module = recipe.module
    (middleU, middleV) = (sheet.width / 2, sheet.height / 2)
    // The sheet is placed anywhere in full view, or in the middle if it is larger than the frame.
    let spanX = module * (sheet.width * abs(cosine) + sheet.height * abs(sine))
    let spanY = module * (sheet.width * abs(sine) + sheet.height * abs(cosine))
    let roomX = max(1, (Double(recipe.width) - spanX) / 2 - 4)
    let roomY = max(1, (Double(recipe.height) - spanY) / 2 - 4)
    centreX = Double(recipe.width) / 2 + Double.random(in: -roomX...roomX, using: &random)
    centreY = Double(recipe.height) / 2 + Double.random(in: -roomY...roomY, using: &random)
    let direction = Double.random(in: 0...(2 * .pi), using: &random)
    let span = module * max(sheet.width, sheet.height)
    tiltX = min(0.6, max(0, recipe.tilt)) / span * cos(direction)
    tiltY = min(0.6, max(0, recipe.tilt)) / span * sin(direction)
  }

  /// Returns the place on the sheet for a place in the frame.
  func module(atX x: Double, y: Double) -> (u: Double, v: Double) {
    let (dx, dy) = (x - centreX, y - centreY)
    let depth = 1 - tiltX * dx - tiltY * dy
    return ((dx * cosine + dy * sine) / depth / module + middleU, (dy * cosine - dx * sine) / depth / module + middleV)
  }

  /// Returns the place in the frame for a place on the sheet.
  func position(of u: Double, _ v: Double) -> (x: Double, y: Double) {
    let (a, b) = ((u - middleU) * module, (v - middleV) * module)
    let (flatX, flatY) = (a * cosine - b * sine, a * sine + b * cosine)
    // The projected place is the flat one times the depth there, which is linear in the projected place itself.
    let depth = 1 / (1 + tiltX * flatX + tiltY * flatY)
    return (centreX + flatX * depth, centreY + flatY * depth)
  }

  func pixel(of u: Double, _ v: Double) -> PixelPoint {
    let (x, y) = position(of: u, v)
    return PixelPoint(x: Int(x.rounded()), y: Int(y.rounded()))
  }
}
