internal import Imaging

/// A grey picture that QR codes are looked for in: a frame itself, or a smaller, larger or smoother copy of it.
///
/// Places in it are fractions: a pixel's middle lies on the whole numbers.
struct GreyPlane {
  let width: Int
  let height: Int
  /// `width * height`.
  let pixels: [UInt8]
  /// Frame pixels across and down to one of its own.
  let scaleX: Double
  let scaleY: Double

  /// The frame itself, without a copy.
  init(_ frame: LumaFrame) { self.init(frame, scaleX: 1, scaleY: 1) }

  private init(_ frame: LumaFrame, scaleX: Double, scaleY: Double) {
    (width, height, pixels) = (frame.width, frame.height, frame.pixels)
    (self.scaleX, self.scaleY) = (scaleX, scaleY)
  }

  /// The frame at another size; nil where it would be too small to hold a code, or too large to be worth it.
  init?(_ frame: LumaFrame, times factor: Double) {
    let width = Int((Double(frame.width) * factor).rounded())
    let height = Int((Double(frame.height) * factor).rounded())
    guard min(width, height) >= 20, width <= LumaFrame.sideLimit, height <= LumaFrame.sideLimit,
      width * height <= 4 << 20
    else { return nil }
    self.init(
      frame.scaled(toWidth: width, height: height), scaleX: Double(frame.width) / Double(width),
      scaleY: Double(frame.height) / Double(height))
  }

  /// The frame with every pixel the mean of those about it, so that gaps between printed dots close.
  init(_ frame: LumaFrame, smoothedBy radius: Double) {
    self.init(frame.boxBlurred(radius: radius), scaleX: 1, scaleY: 1)
  }

  /// The frame's place of one of the plane's.
  func place(_ point: PlanePoint) -> PixelPoint {
    // A homography far out of the frame may lead anywhere.
    func whole(_ value: Double, _ limit: Int) -> Int {
      value.isFinite ? Int(min(Double(2 * limit), max(Double(-limit), value.rounded()))) : 0
    }
    return PixelPoint(
      x: whole((point.x + 0.5) * scaleX - 0.5, LumaFrame.sideLimit),
      y: whole((point.y + 0.5) * scaleY - 0.5, LumaFrame.sideLimit))
  }

  /// The brightness between pixels; beyond the edge that of the edge.
  @inline(__always)
  static func sample(
    _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ x: Double, _ y: Double
  ) -> Float {
    // NaN fails the comparison too.
    guard x > -1e6, x < 1e6, y > -1e6, y < 1e6 else { return 0 }
    let x = min(Double(width - 1), max(0, x))
    let y = min(Double(height - 1), max(0, y))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(width - 1, left + 1), min(height - 1, top + 1))
    let (partX, partY) = (Float(x - Double(left)), Float(y - Double(top)))
    let upper = Float(pixels[top * width + left]) * (1 - partX) + Float(pixels[top * width + right]) * partX
    let lower = Float(pixels[bottom * width + left]) * (1 - partX) + Float(pixels[bottom * width + right]) * partX
    return upper * (1 - partY) + lower * partY
  }
}

/// A place in a plane.
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
  /// Positive when `other` lies clockwise of it, as seen.
  func cross(_ other: PlanePoint) -> Double { x * other.y - y * other.x }
}
