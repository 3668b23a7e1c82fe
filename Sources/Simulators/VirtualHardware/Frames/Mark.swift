internal import Foundation

/// A mark on a printed sheet that is not part of the code. Lengths are in the sheet's modules.
enum Mark {
  /// A line of ink, or of paper without ink, bent in its middle.
  case stroke(from: (u: Double, v: Double), to: (u: Double, v: Double), half: Double, bow: Double, light: Double)
  /// A translucent spot with a rim twice as dark.
  case stain(u: Double, v: Double, radiusU: Double, radiusV: Double, wave: Double, light: Double)
  /// A spot, a box or a fingertip over the print. With `power` 2 it is an ellipse; larger values make corners.
  case cover(u: Double, v: Double, radiusU: Double, radiusV: Double, turn: Double, power: Double, light: Double)
  /// A jagged line beyond which the sheet is missing, with a rim of white fibres.
  case tear(u: Double, v: Double, turn: Double, wave: Double, rim: Double)
  /// Other modules instead of the sheet's own, or in addition to them.
  case modules(left: Double, [Bool], columns: Range<Int>, rows: ClosedRange<Double>, addsOnly: Bool)

  /// Returns the brightness at a place, given the brightness without this mark; nil where the sheet is missing.
  func light(at u: Double, _ v: Double, over below: Double, paper: Double, ink: Double) -> Double? {
    switch self {
    case .stroke(let from, let to, let half, let bow, let light):
      let (du, dv) = (to.u - from.u, to.v - from.v)
      let length = max(1e-6, (du * du + dv * dv).squareRoot())
      let along = ((u - from.u) * du + (v - from.v) * dv) / length
      guard along >= 0, along <= length else { return below }
      let part = along / length
      let across = ((u - from.u) * dv - (v - from.v) * du) / length - 4 * bow * part * (1 - part)
      return abs(across) <= half ? light : below
    case .stain(let centreU, let centreV, let radiusU, let radiusV, let wave, let light):
      let (x, y) = ((u - centreU) / radiusU, (v - centreV) / radiusV)
      let far = (x * x + y * y).squareRoot() * (1 + wave * sin(3 * atan2(y, x)))
      return far > 1 ? below : below * (far > 0.9 ? light * light : light)
    case .cover(let centreU, let centreV, let radiusU, let radiusV, let turn, let power, let light):
      let (x, y) = Self.turned(u - centreU, v - centreV, turn)
      guard abs(x) < radiusU, abs(y) < radiusV else { return below }
      return pow(abs(x) / radiusU, power) + pow(abs(y) / radiusV, power) < 1 ? light : below
    case .tear(let centreU, let centreV, let turn, let wave, let rim):
      let (x, y) = Self.turned(u - centreU, v - centreV, turn)
      let edge = wave * (sin(0.31 * y) + 0.6 * sin(0.83 * y + 1) + 0.3 * sin(2.9 * y + 2))
      return x < edge - rim ? below : x < edge ? 238 : nil
    case .modules(let left, let modules, let columns, let rows, let addsOnly):
      let column = Int((u - left).rounded(.down))
      guard columns.contains(column), rows.contains(v) else { return below }
      return modules[column] ? ink : addsOnly ? below : paper
    }
  }

  private static func turned(_ u: Double, _ v: Double, _ turn: Double) -> (Double, Double) {
    let (c, s) = (cos(turn), sin(turn))
    return (u * c + v * s, v * c - u * s)
  }
}
