internal import Imaging

/// A grey picture that QR codes are looked for in: a frame itself, or a part of it, smaller, larger or smoother.
///
/// Places in it are fractions: a pixel's middle lies on the whole numbers.
struct GreyPlane {
  let width: Int
  let height: Int
  private let pixels: [UInt8]
  /// Where in the frame it begins.
  private let origin: PixelPoint
  /// Frame pixels across and down to one of its own.
  private let scaleX: Double
  private let scaleY: Double

  /// The frame itself, without a copy.
  init(_ frame: LumaFrame) {
    (width, height, pixels) = (frame.width, frame.height, frame.pixels)
    origin = PixelPoint(x: 0, y: 0)
    (scaleX, scaleY) = (1, 1)
  }

  /// A part of a frame at another size.
  ///
  /// - Parameters:
  ///   - frame: any size.
  ///   - part: of it.
  ///   - factor: its own pixels to one of the frame's.
  ///   - radius: over how much each pixel of the frame is smoothed before, so that gaps between printed dots close.
  ///   - limit: the most pixels it may have. Nil is returned where there would be more, or too few to hold a code.
  init?(_ frame: LumaFrame, part: PixelRectangle, times factor: Double, smoothedBy radius: Double, limit: Int) {
    let part = part.clipped(to: frame.bounds)
    let width = Int((Double(part.width) * factor).rounded())
    let height = Int((Double(part.height) * factor).rounded())
    guard min(width, height) >= 20, max(width, height) <= LumaFrame.sideLimit, width * height <= limit,
      let cut = part == frame.bounds ? frame : frame.cropped(to: part)
    else { return nil }
    let plane = (radius > 0 ? cut.boxBlurred(radius: radius) : cut).scaled(toWidth: width, height: height)
    (self.width, self.height, pixels) = (width, height, plane.pixels)
    origin = PixelPoint(x: part.x, y: part.y)
    (scaleX, scaleY) = (Double(part.width) / Double(width), Double(part.height) / Double(height))
  }

  /// The frame's place of one of the plane's.
  func place(_ point: PlanePoint) -> PixelPoint {
    // A homography far out of the frame may lead anywhere.
    func whole(_ value: Double, _ limit: Int) -> Int {
      value.isFinite ? Int(min(Double(2 * limit), max(Double(-limit), value.rounded()))) : 0
    }
    return PixelPoint(
      x: origin.x + whole((point.x + 0.5) * scaleX - 0.5, LumaFrame.sideLimit),
      y: origin.y + whole((point.y + 0.5) * scaleY - 0.5, LumaFrame.sideLimit))
  }

  /// Lends the pixels.
  func withView<Result>(_ body: (GreyView) -> Result?) -> Result? {
    pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { body(GreyView(pixels: $0, width: width, height: height)) }
    }
  }
}

/// A plane's pixels while they are lent.
struct GreyView {
  let pixels: UnsafePointer<UInt8>
  let width: Int
  let height: Int

  /// The brightness between pixels; beyond the edge that of the edge.
  @inline(__always)
  func callAsFunction(_ x: Double, _ y: Double) -> Float {
    // NaN fails the comparison too.
    guard x > -1e6, x < 1e6, y > -1e6, y < 1e6 else { return 0 }
    let x = Float(min(Double(width - 1), max(0, x)))
    let y = Float(min(Double(height - 1), max(0, y)))
    let (left, top) = (Int(x), Int(y))
    let upper = pixels + (top * width + left)
    let lower = top + 1 < height ? upper + width : upper
    let next = left + 1 < width ? 1 : 0
    let (partX, partY) = (x - Float(left), y - Float(top))
    let above = Float(upper[0]) + (Float(upper[next]) - Float(upper[0])) * partX
    let below = Float(lower[0]) + (Float(lower[next]) - Float(lower[0])) * partX
    return above + (below - above) * partY
  }

  @inline(__always)
  func callAsFunction(_ place: PlanePoint) -> Float { self(place.x, place.y) }
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
