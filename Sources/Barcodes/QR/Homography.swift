/// The perspective projection of a plane by a camera: straight lines stay straight.
struct Homography {
  private var m: (Double, Double, Double, Double, Double, Double, Double, Double, Double)

  /// Creates the projection that maps four points to four others. No three of them may be on one line; otherwise it is
  /// nil.
  ///
  /// - Parameters:
  ///   - from: the four points, in order around the outline.
  ///   - to: their images, in the same order.
  init?(from: [PlanePoint], to: [PlanePoint]) {
    guard let source = Homography(unitSquareTo: from)?.inverse, let target = Homography(unitSquareTo: to) else {
      return nil
    }
    m = Homography.product(target.m, source.m)
    let all = [m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8]
    guard all.allSatisfy(\.isFinite) else { return nil }
  }

  /// Creates the projection of the corners (0, 0), (1, 0), (1, 1) and (0, 1) to four points (Heckbert: Fundamentals of
  /// Texture Mapping and Image Warping, 1989, 2.2.3).
  private init?(unitSquareTo p: [PlanePoint]) {
    let sum = p[0] - p[1] + p[2] - p[3]
    let first = p[1] - p[2]
    let second = p[3] - p[2]
    let determinant = first.cross(second)
    guard abs(determinant) > 1e-9 else { return nil }
    let g = sum.cross(second) / determinant
    let h = first.cross(sum) / determinant
    m = (
      p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x,
      p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y, g, h, 1
    )
  }

  private init(_ m: (Double, Double, Double, Double, Double, Double, Double, Double, Double)) { self.m = m }

  /// The inverse projection, up to a factor, which does not matter.
  private var inverse: Homography {
    Homography(
      (
        m.4 * m.8 - m.5 * m.7, m.2 * m.7 - m.1 * m.8, m.1 * m.5 - m.2 * m.4,
        m.5 * m.6 - m.3 * m.8, m.0 * m.8 - m.2 * m.6, m.2 * m.3 - m.0 * m.5,
        m.3 * m.7 - m.4 * m.6, m.1 * m.6 - m.0 * m.7, m.0 * m.4 - m.1 * m.3
      ))
  }

  private typealias Matrix = (Double, Double, Double, Double, Double, Double, Double, Double, Double)

  private static func product(_ a: Matrix, _ b: Matrix) -> Matrix {
    (
      a.0 * b.0 + a.1 * b.3 + a.2 * b.6, a.0 * b.1 + a.1 * b.4 + a.2 * b.7, a.0 * b.2 + a.1 * b.5 + a.2 * b.8,
      a.3 * b.0 + a.4 * b.3 + a.5 * b.6, a.3 * b.1 + a.4 * b.4 + a.5 * b.7, a.3 * b.2 + a.4 * b.5 + a.5 * b.8,
      a.6 * b.0 + a.7 * b.3 + a.8 * b.6, a.6 * b.1 + a.7 * b.4 + a.8 * b.7, a.6 * b.2 + a.7 * b.5 + a.8 * b.8
    )
  }

  @inline(__always)
  func callAsFunction(_ x: Double, _ y: Double) -> PlanePoint {
    let depth = 1 / (m.6 * x + m.7 * y + m.8)
    return PlanePoint(x: (m.0 * x + m.1 * y + m.2) * depth, y: (m.3 * x + m.4 * y + m.5) * depth)
  }
}
