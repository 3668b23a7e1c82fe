internal import Foundation
internal import LabelDrawing

/// The marks on a sheet, and the lights over it, that render a kind of damage.
struct DamageEffects {
  /// A lamp's reflection, or a streak of it if one radius is long. Lengths are in the sheet's modules.
  struct Light {
    var u: Double
    var v: Double
    var radiusU: Double
    var radiusV: Double
    var turn: Double
    /// The strength; 1 turns black into white at the middle.
    var strength: Double
  }

  let sheet: Sheet
  private(set) var marks: [Mark] = []
  private(set) var lights: [Light] = []

  init(_ sheet: Sheet) { self.sheet = sheet }

  mutating func add(_ damage: Damage, random: inout SeededGenerator) {
    switch damage {
    case .none, .several: break
    case .glare: addGlare(&random)
    case .pen, .overdrawn: addPen(&random)
    case .scratches: addScratches(&random)
    case .tear: addTear(&random)
    case .stain: addStains(&random)
    case .shrinkWrap: addStreaks(&random)
    case .occlusion: addCovers(&random)
    }
  }

  private var bars: (left: Double, top: Double, right: Double, bottom: Double) {
    (sheet.corners[0].u, sheet.corners[0].v, sheet.corners[2].u, sheet.corners[2].v)
  }

  /// Returns a random place on the bars or close to them.
  private func place(_ random: inout SeededGenerator) -> (u: Double, v: Double) {
    let (left, top, right, bottom) = bars
    return (
      Double.random(in: left - 2...right + 2, using: &random), Double.random(in: top - 2...bottom + 2, using: &random)
    )
  }

  /// Returns a random angle between a line and the bars; half of the angles are nearly parallel to them.
  private func lean(_ random: inout SeededGenerator) -> Double {
    Bool.random(using: &random)
      ? Double.random(in: -0.07...0.07, using: &random) : Double.random(in: -.pi / 2 ... .pi / 2, using: &random)
  }

  private mutating func addStroke(
    half: ClosedRange<Double>, light: ClosedRange<Double>, bow: Double, random: inout SeededGenerator
  ) {
    let (middle, lean) = (place(&random), lean(&random))
    let reach =
      Bool.random(using: &random) ? sheet.width : Double.random(in: 0.2...0.6, using: &random) * sheet.height
    marks.append(
      .stroke(
        from: (middle.u - reach * sin(lean), middle.v - reach * cos(lean)),
        to: (middle.u + reach * sin(lean), middle.v + reach * cos(lean)), half: Double.random(in: half, using: &random),
        bow: Double.random(in: -bow...bow, using: &random), light: Double.random(in: light, using: &random)))
  }

  private mutating func addPen(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      addStroke(half: 0.4...3, light: 15...90, bow: Bool.random(using: &random) ? 0 : 1.5, random: &random)
    }
  }

  private mutating func addScratches(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 2...9, using: &random) {
      addStroke(half: 0.15...1, light: 190...245, bow: 0.6, random: &random)
    }
  }

  private mutating func addGlare(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let (middle, radius) = (place(&random), Double.random(in: 0.04...0.3, using: &random) * sheet.width)
      lights.append(
        Light(
          u: middle.u, v: middle.v, radiusU: radius, radiusV: radius * Double.random(in: 0.5...2.5, using: &random),
          turn: Double.random(in: -0.6...0.6, using: &random), strength: Double.random(in: 0.4...2.5, using: &random)))
    }
  }

  private mutating func addStreaks(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 2...9, using: &random) {
      let middle = place(&random)
      lights.append(
        Light(
          u: middle.u, v: middle.v, radiusU: Double.random(in: 0.4...5, using: &random), radiusV: sheet.width,
          turn: lean(&random), strength: Double.random(in: 0.15...1.4, using: &random)))
    }
  }

  private mutating func addTear(_ random: inout SeededGenerator) {
    let middle = place(&random)
    // A corner, a side, or a strip out of the middle, which leaves the parts on both sides.
    let turn = Double.random(in: 0...(2 * .pi), using: &random)
    let (wave, rim) = (Double.random(in: 0.2...1.6, using: &random), Double.random(in: 0...3, using: &random))
    if Int.random(in: 0..<3, using: &random) == 0 {
      let wide = Double.random(in: 1...10, using: &random)
      marks.append(
        .stroke(
          from: (middle.u - 200 * sin(turn), middle.v - 200 * cos(turn)),
          to: (middle.u + 200 * sin(turn), middle.v + 200 * cos(turn)), half: wide / 2, bow: wave, light: 238))
    } else {
      marks.append(.tear(u: middle.u, v: middle.v, turn: turn, wave: wave, rim: rim))
    }
  }

  private mutating func addStains(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let (middle, radius) = (place(&random), Double.random(in: 3...30, using: &random))
      let isInk = Int.random(in: 0..<3, using: &random) == 0
      marks.append(
        .stain(
          u: middle.u, v: middle.v, radiusU: isInk ? radius / 4 : radius,
          radiusV: radius * Double.random(in: 0.4...1.5, using: &random),
          wave: Double.random(in: -0.3...0.3, using: &random),
          light: Double.random(in: isInk ? 0.1...0.3 : 0.3...0.9, using: &random)))
    }
  }

  private mutating func addCovers(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let middle = place(&random)
      let isAcross = Bool.random(using: &random)
      marks.append(
        .cover(
          u: middle.u, v: middle.v, radiusU: Double.random(in: isAcross ? 10...50 : 1.5...14, using: &random),
          radiusV: Double.random(in: 4...60, using: &random),
          turn: Bool.random(using: &random) ? 0 : Double.random(in: -0.8...0.8, using: &random),
          power: Bool.random(using: &random) ? 2.5 : 12, light: Double.random(in: 10...250, using: &random)))
    }
  }

  /// Overprints the characters in which another symbol differs, on a part of the height or all of it.
  ///
  /// - Returns: true if the other symbol is complete from top to bottom.
  mutating func addModules(of other: BarcodeSymbol, insteadOf own: BarcodeSymbol, random: inout SeededGenerator) -> Bool
  {
    let (left, top, right, bottom) = bars
    let differing = own.modules.indices.filter { own.modules[$0] != other.modules[$0] }
    guard own.columns == other.columns, let first = differing.first, let last = differing.last else { return false }
    // Digits that are far apart are overprinted one by one.
    let gap = zip(differing, differing.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 }
    let spans = gap.map { $0.1 - $0.0 > 8 ? [first..<$0.0 + 1, $0.1..<last + 1] : [first..<last + 1] } ?? []
    let isWhole = Int.random(in: 0..<8, using: &random) == 0
    let share = Double.random(in: 0.15...0.85, using: &random) * (bottom - top)
    let from = Double.random(in: top...bottom - share, using: &random)
    let addsOnly = !isWhole && Int.random(in: 0..<4, using: &random) == 0
    for span in spans {
      marks.append(
        .modules(
          left: left, other.modules, columns: span, rows: isWhole ? top...bottom : from...from + share,
          addsOnly: addsOnly))
    }
    return isWhole && right > left
  }
}
