internal import LabelDrawing

/// The paper with the symbol on it. Lengths are in modules from its upper left corner.
struct Sheet {
  let width: Double
  let height: Double
  private let symbol: BarcodeSymbol
  private let left: Double
  private let above: Double
  private let rowHeight: Double

  init(_ symbol: BarcodeSymbol, barHeight: Double) {
    self.symbol = symbol
    let zone = symbol.quietZone
    rowHeight = symbol.kind.isLinear ? barHeight : 1
    left = Double(zone.left)
    // There is more paper above and below than a linear code needs, as on real prints.
    above = symbol.kind.isLinear ? 6 : Double(zone.above)
    width = Double(zone.left + symbol.columns + zone.right)
    height = Double(symbol.rows) * rowHeight + 2 * above
  }

  var corners: [(u: Double, v: Double)] {
    let right = left + Double(symbol.columns)
    let bottom = height - above
    return [(left, above), (right, above), (right, bottom), (left, bottom)]
  }

  /// Paints the sheet and the marks on it.
  ///
  /// - Parameters:
  ///   - exposure: the scene behind the sheet, which is painted over.
  ///   - place: the position of the sheet.
  ///   - paper: the brightness of the paper.
  ///   - ink: the brightness of the ink.
  ///   - marks: the marks on the sheet, the last one on top.
  ///   - fineness: the samples per side of a pixel. No two of a pixel's samples share a column or a row, so an upright
  ///     edge has as many grey levels as there are samples.
  func paint(
    on exposure: inout Exposure, at place: SheetPlace, paper: Double, ink: Double, marks: [Mark], fineness: Int
  ) {
    let outline = [(0, 0), (width, 0), (width, height), (0, height)].map { place.position(of: $0.0, $0.1) }
    let left = max(0, Int((outline.map(\.x).min() ?? 0).rounded(.down)) - 1)
    let right = min(exposure.width, Int((outline.map(\.x).max() ?? 0).rounded(.up)) + 2)
    let top = max(0, Int((outline.map(\.y).min() ?? 0).rounded(.down)) - 1)
    let bottom = min(exposure.height, Int((outline.map(\.y).max() ?? 0).rounded(.up)) + 2)
    guard left < right, top < bottom else { return }
    let step = 1 / Double(fineness)
    for y in top..<bottom {
      for x in left..<right {
        let index = y * exposure.width + x
        var sum = 0.0
        for row in 0..<fineness {
          for column in 0..<fineness {
            let (u, v) = place.module(
              atX: Double(x) + (Double(column) + (Double(row) + 0.5) * step) * step,
              y: Double(y) + (Double(row) + (Double(column) + 0.5) * step) * step)
            sum += light(u, v, paper, ink, marks) ?? Double(exposure.light[index])
          }
        }
        exposure.light[index] = Float(sum / Double(fineness * fineness))
      }
    }
  }

  /// Returns the brightness at a place; nil outside the sheet, and where it is missing.
  private func light(_ u: Double, _ v: Double, _ paper: Double, _ ink: Double, _ marks: [Mark]) -> Double? {
    guard u >= 0, v >= 0, u < width, v < height else { return nil }
    var light = isDark(u, v) ? ink : paper
    for mark in marks {
      guard let next = mark.light(at: u, v, over: light, paper: paper, ink: ink) else { return nil }
      light = next
    }
    return light
  }

  private func isDark(_ u: Double, _ v: Double) -> Bool {
    let column = Int((u - left).rounded(.down))
    let row = Int(((v - above) / rowHeight).rounded(.down))
    guard column >= 0, row >= 0, column < symbol.columns, row < symbol.rows else { return false }
    return symbol.modules[row * symbol.columns + column]
  }
}
