internal import Glibc

/// A turned rectangle of a frame that may contain bars.
struct BarPlace {
  /// The middle, in pixels from the left edge and from the top; integers are the edges between pixels.
  var x: Float
  var y: Float
  /// The direction across the bars, as a unit vector.
  var alongX: Float
  var alongY: Float
  /// The extent across the bars, in pixels.
  var length: Float
  /// The extent along the bars, in pixels.
  var height: Float
  /// The energy of all its cells: a measure of the content to read.
  var energy: Float

  /// Returns the position in the frame of a point of the rectangle.
  ///
  /// - Parameters:
  ///   - u: the distance from the middle, across the bars.
  ///   - v: the distance from the middle, along the bars.
  /// - Returns: pixels from the left edge and from the top.
  func point(u: Float, v: Float) -> (x: Float, y: Float) {
    (x + u * alongX - v * alongY, y + u * alongY + v * alongX)
  }

  /// Returns the coordinates in the rectangle of a point of the frame.
  func inside(x px: Float, y py: Float) -> (u: Float, v: Float) {
    let (dx, dy) = (px - x, py - y)
    return (dx * alongX + dy * alongY, dy * alongX - dx * alongY)
  }

  /// Returns the place moved along the bars by a number of pixels.
  func moved(to v: Float) -> BarPlace {
    var moved = self
    (moved.x, moved.y) = point(u: 0, v: v)
    return moved
  }

  /// Returns the place turned about its middle.
  func turned(by degrees: Float) -> BarPlace {
    let (c, s) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
    var turned = self
    (turned.alongX, turned.alongY) = (alongX * c - alongY * s, alongX * s + alongY * c)
    return turned
  }

  /// Returns true if another place, found in coarser cells, shows nothing that this one does not.
  func isAboutTheSame(as coarser: BarPlace) -> Bool {
    let (u, v) = coarser.inside(x: x, y: y)
    return abs(u) < coarser.length / 4 && abs(v) < coarser.height / 4 && length > 0.7 * coarser.length
      && height > 0.5 * coarser.height && abs(alongX * coarser.alongX + alongY * coarser.alongY) > 0.98
  }
}
