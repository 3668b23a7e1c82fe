/// A point in a plane.
struct PlanePoint {
  var x: Double
  var y: Double

  static func + (left: PlanePoint, right: PlanePoint) -> PlanePoint {
    PlanePoint(x: left.x + right.x, y: left.y + right.y)
  }

  static func - (left: PlanePoint, right: PlanePoint) -> PlanePoint {
    PlanePoint(x: left.x - right.x, y: left.y - right.y)
  }

  static func * (point: PlanePoint, factor: Double) -> PlanePoint {
    PlanePoint(x: point.x * factor, y: point.y * factor)
  }

  var length: Double { (x * x + y * y).squareRoot() }
  func dot(_ other: PlanePoint) -> Double { x * other.x + y * other.y }
  /// Returns the cross product; positive if `other` is clockwise of this vector, as seen.
  func cross(_ other: PlanePoint) -> Double { x * other.y - y * other.x }
}
