internal import Imaging

/// The shape of a bar code, from the places where scan lines left it.
enum Outline {
  /// How far from the end of the code a place may lie, in pixels: libzbar tells whole pixels, and bars are blurred.
  private static let tolerance = 2.0

  /// The corners of a rectangle about some points, two of whose sides are the ends of the code; in order round it.
  ///
  /// Lines that ran forth left the code at one end, those that ran back at the other: most points lie on its two ends,
  /// and the ends lie along the bars. Where the code is tilted, the lines that missed an end leave the corners bare.
  ///
  /// - Returns: four corners; two or one where the points lie on a line or are one.
  static func corners(of points: [PixelPoint]) -> [PixelPoint] {
    let hull = hull(of: points)
    guard hull.count > 2 else { return hull }
    var best: Frame?
    for (index, from) in hull.enumerated() {
      let frame = Frame(from: from, to: hull[(index + 1) % hull.count], around: hull, points: points)
      if best.map({ frame.isBetter(than: $0) }) ?? true { best = frame }
    }
    return best?.corners ?? hull
  }

  /// The rectangle about a hull that lies along one of its sides.
  private struct Frame {
    let corners: [PixelPoint]
    /// How many points lie on that side or on the one across.
    private let onEnds: Int
    private let area: Double

    init(from: PixelPoint, to: PixelPoint, around hull: [PixelPoint], points: [PixelPoint]) {
      let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
      let length = (dx * dx + dy * dy).squareRoot()
      let (x, y) = (dx / length, dy / length)
      func along(_ point: PixelPoint) -> Double { Double(point.x - from.x) * x + Double(point.y - from.y) * y }
      func across(_ point: PixelPoint) -> Double { Double(point.y - from.y) * x - Double(point.x - from.x) * y }
      var u = (low: 0.0, high: 0.0)
      var v = (low: 0.0, high: 0.0)
      for point in hull {
        u = (min(u.low, along(point)), max(u.high, along(point)))
        v = (min(v.low, across(point)), max(v.high, across(point)))
      }
      onEnds = points.count { point in
        let place = across(point)
        return place - v.low <= Outline.tolerance || v.high - place <= Outline.tolerance
      }
      area = (u.high - u.low) * (v.high - v.low)
      corners = [(u.low, v.low), (u.high, v.low), (u.high, v.high), (u.low, v.high)].map { u, v in
        PixelPoint(
          x: Int((Double(from.x) + u * x - v * y).rounded()), y: Int((Double(from.y) + u * y + v * x).rounded()))
      }
    }

    func isBetter(than other: Frame) -> Bool {
      onEnds == other.onEnds ? area < other.area : onEnds > other.onEnds
    }
  }

  /// The convex hull, by Andrew's monotone chain; no three of its points lie on a line.
  private static func hull(of points: [PixelPoint]) -> [PixelPoint] {
    let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    return chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
  }

  private static func chain(_ points: [PixelPoint]) -> [PixelPoint] {
    var chain: [PixelPoint] = []
    for point in points {
      while chain.count >= 2 {
        let a = chain[chain.count - 2]
        let b = chain[chain.count - 1]
        if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain
  }
}
