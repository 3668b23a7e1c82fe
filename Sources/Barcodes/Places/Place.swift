internal import Glibc

/// Where bars may stand in a frame: a turned rectangle.
struct Place {
  /// The middle, in pixels from the left edge and from the top; whole numbers are the edges between pixels.
  var x: Float
  var y: Float
  /// The direction across the bars, as a unit vector.
  var alongX: Float
  var alongY: Float
  /// Across the bars, in pixels.
  var length: Float
  /// Along the bars, in pixels.
  var height: Float
  /// How much there is to be read: the energy of all its cells.
  var energy: Float

  /// The place in the frame of a point of the rectangle.
  ///
  /// - Parameters:
  ///   - u: from the middle, across the bars.
  ///   - v: from the middle, along the bars.
  /// - Returns: pixels from the left edge and from the top.
  func point(u: Float, v: Float) -> (x: Float, y: Float) {
    (x + u * alongX - v * alongY, y + u * alongY + v * alongX)
  }

  /// The same point's coordinates in the rectangle.
  func inside(x px: Float, y py: Float) -> (u: Float, v: Float) {
    let (dx, dy) = (px - x, py - y)
    return (dx * alongX + dy * alongY, dy * alongX - dx * alongY)
  }

  /// The place turned about its middle.
  func turned(by degrees: Float) -> Place {
    let (c, s) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
    var turned = self
    (turned.alongX, turned.alongY) = (alongX * c - alongY * s, alongX * s + alongY * c)
    return turned
  }

  /// Whether another place that was found in coarser cells shows nothing that this does not.
  func isAboutTheSame(as coarser: Place) -> Bool {
    let (u, v) = coarser.inside(x: x, y: y)
    return abs(u) < coarser.length / 4 && abs(v) < coarser.height / 4 && length > 0.7 * coarser.length
      && height > 0.5 * coarser.height && abs(alongX * coarser.alongX + alongY * coarser.alongY) > 0.98
  }
}
