internal import Foundation
package import Imaging
package import Labels

extension FrameRecipe {
  /// A made frame.
  package struct Picture: Sendable, Equatable {
    package var frame: LumaFrame
    /// Where the corners of the symbol itself lie, without its quiet zone: upper left, upper right, lower right, lower
    /// left, as printed.
    package var corners: [PixelPoint]
  }

  /// Makes the frame: the ideal symbol is sampled by area at its place, which is no whole pixel, and then goes through
  /// lens, motion, light and sensor.
  ///
  /// - Throws: `LabelError`, when the text cannot be written as this kind.
  package func drawn() throws(LabelError) -> Picture {
    var random = SeededGenerator(seed: seed)
    let symbol = try Symbol.encode(kind, text)
    let sheet = Sheet(symbol, barHeight: barHeight)
    let place = Place(self, sheet, random: &random)
    var exposure = Exposure(try background(random: &random))
    sheet.paint(on: &exposure, at: place, paper: inverted ? ink : paper, ink: inverted ? paper : ink)
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

  /// A frame with nothing to read in it.
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
    case .desk: Backdrops.desk(width: width, height: height, random: &random)
    case .print: try Backdrops.print(width: width, height: height, random: &random)
    case .sleeve: try Backdrops.sleeve(width: width, height: height, random: &random)
    }
  }
}

/// The paper with the symbol on it, measured in modules from its upper left corner.
private struct Sheet {
  let width: Double
  let height: Double
  private let symbol: Symbol
  private let left: Double
  private let above: Double
  private let rowHeight: Double

  init(_ symbol: Symbol, barHeight: Double) {
    self.symbol = symbol
    let zone = symbol.quietZone
    rowHeight = symbol.kind.isLinear ? barHeight : 1
    left = Double(zone.left)
    // More paper above and below than a linear code needs: it stands on something.
    above = symbol.kind.isLinear ? 6 : Double(zone.above)
    width = Double(zone.left + symbol.columns + zone.right)
    height = Double(symbol.rows) * rowHeight + 2 * above
  }

  var corners: [(u: Double, v: Double)] {
    let right = left + Double(symbol.columns)
    let bottom = height - above
    return [(left, above), (right, above), (right, bottom), (left, bottom)]
  }

  /// Samples per side of a pixel. No two of a pixel's samples share a column or a row, so an upright edge has as many
  /// grey levels as there are samples.
  private static let fineness = 8

  func paint(on exposure: inout Exposure, at place: Place, paper: Double, ink: Double) {
    let outline = [(0, 0), (width, 0), (width, height), (0, height)].map { place.position(of: $0.0, $0.1) }
    let left = max(0, Int((outline.map(\.x).min() ?? 0).rounded(.down)) - 1)
    let right = min(exposure.width, Int((outline.map(\.x).max() ?? 0).rounded(.up)) + 2)
    let top = max(0, Int((outline.map(\.y).min() ?? 0).rounded(.down)) - 1)
    let bottom = min(exposure.height, Int((outline.map(\.y).max() ?? 0).rounded(.up)) + 2)
    guard left < right, top < bottom else { return }
    let fineness = Self.fineness
    let step = 1 / Double(fineness)
    for y in top..<bottom {
      for x in left..<right {
        var onPaper = 0
        var onInk = 0
        for row in 0..<fineness {
          for column in 0..<fineness {
            let (u, v) = place.module(
              atX: Double(x) + (Double(column) + (Double(row) + 0.5) * step) * step,
              y: Double(y) + (Double(row) + (Double(column) + 0.5) * step) * step)
            guard u >= 0, v >= 0, u < width, v < height else { continue }
            if isDark(u, v) { onInk += 1 } else { onPaper += 1 }
          }
        }
        let all = fineness * fineness
        let index = y * exposure.width + x
        let behind = exposure.light[index] * Float(all - onPaper - onInk)
        exposure.light[index] = (behind + Float(paper) * Float(onPaper) + Float(ink) * Float(onInk)) / Float(all)
      }
    }
  }

  private func isDark(_ u: Double, _ v: Double) -> Bool {
    let column = Int((u - left).rounded(.down))
    let row = Int(((v - above) / rowHeight).rounded(.down))
    guard column >= 0, row >= 0, column < symbol.columns, row < symbol.rows else { return false }
    return symbol.modules[row * symbol.columns + column]
  }
}

/// Where the sheet lies before the camera: turned, tilted, and on no whole pixel.
private struct Place {
  let centreX: Double
  let centreY: Double
  private let module: Double
  private let cosine: Double
  private let sine: Double
  private let middleU: Double
  private let middleV: Double
  /// By how much a pixel's way along the tilt makes the sheet smaller.
  private let tiltX: Double
  private let tiltY: Double

  init(_ recipe: FrameRecipe, _ sheet: Sheet, random: inout SeededGenerator) {
    let angle = recipe.angle * .pi / 180
    (cosine, sine) = (cos(angle), sin(angle))
    module = recipe.module
    (middleU, middleV) = (sheet.width / 2, sheet.height / 2)
    // Anywhere the whole of it is in view; where it is larger than the frame, in the middle.
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

  /// The place on the sheet that a place in the frame shows.
  func module(atX x: Double, y: Double) -> (u: Double, v: Double) {
    let (dx, dy) = (x - centreX, y - centreY)
    let depth = 1 - tiltX * dx - tiltY * dy
    return ((dx * cosine + dy * sine) / depth / module + middleU, (dy * cosine - dx * sine) / depth / module + middleV)
  }

  /// The place in the frame where a place on the sheet is seen.
  func position(of u: Double, _ v: Double) -> (x: Double, y: Double) {
    let (a, b) = ((u - middleU) * module, (v - middleV) * module)
    let (flatX, flatY) = (a * cosine - b * sine, a * sine + b * cosine)
    // The seen place is the flat one times the depth there, which is linear in the seen place itself.
    let depth = 1 / (1 + tiltX * flatX + tiltY * flatY)
    return (centreX + flatX * depth, centreY + flatY * depth)
  }

  func pixel(of u: Double, _ v: Double) -> PixelPoint {
    let (x, y) = position(of: u, v)
    return PixelPoint(x: Int(x.rounded()), y: Int(y.rounded()))
  }
}
