internal import Glibc

/// The structure tensor of an area: the strength of its edges, their agreement in direction, and that direction.
///
/// It is summed from quarters of the differences a and b along the diagonals of 2 × 2 pixels. gx = a + b and gy = a −
/// b. The values are in halves.
struct GradientTensor {
  /// Σ(gx² + gy²), in halved grey levels.
  var energy: Float = 0
  /// Σ(gx² − gy²).
  var upright: Float = 0
  /// Σ 2·gx·gy.
  var slanted: Float = 0

  /// Creates the tensor of a flat area.
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

  static func * (tensor: GradientTensor, factor: Float) -> GradientTensor {
    var product = tensor
    product.energy *= factor
    product.upright *= factor
    product.slanted *= factor
    return product
  }

  /// The agreement of the edges in direction: 0 for all directions alike, as in noise, text and QR codes; 1 for a
  /// single direction, as in bars.
  var coherence: Float {
    energy > 0 ? ((upright * upright + slanted * slanted).squareRoot() / energy) : 0
  }

  /// The direction in which the brightness changes most, which is across the bars: radians clockwise from the right,
  /// −π/2 to π/2.
  var angle: Float { atan2f(slanted, upright) / 2 }
}
