internal import Glibc

/// The structure tensor of an area: how strong its edges are, how much they agree in direction, and which it is.
///
/// Summed from quarters of the differences along the diagonals of 2 × 2 pixels: with a and b those differences, gx = a + b
/// and gy = a − b. Told in halves.
struct GradientTensor {
  /// Σ(gx² + gy²), in halved grey levels.
  var energy: Float = 0
  /// Σ(gx² − gy²).
  var upright: Float = 0
  /// Σ 2·gx·gy.
  var slanted: Float = 0

  /// Nothing but flat.
  init() {}

  init(aa: Int32, bb: Int32, ab: Int32) {
    energy = 8 * Float(aa + bb)
    upright = 16 * Float(ab)
    slanted = 8 * Float(aa - bb)
  }

  static func += (sum: inout GradientTensor, other: GradientTensor) {
    sum.energy += other.energy
    sum.upright += other.upright
    sum.slanted += other.slanted
  }

  static func -= (sum: inout GradientTensor, other: GradientTensor) {
    sum.energy -= other.energy
    sum.upright -= other.upright
    sum.slanted -= other.slanted
  }

  /// How much the edges agree in direction: 0 every way alike, as in noise, text and QR codes; 1 all one way, as in bars.
  var coherence: Float {
    energy > 0 ? ((upright * upright + slanted * slanted).squareRoot() / energy) : 0
  }

  /// The direction in which the brightness changes most, across the bars: radians clockwise from the right, −π/2 to π/2.
  var angle: Float { atan2f(slanted, upright) / 2 }
}
