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
  ///   - size: of what is made.
  ///   - radius: over how much each pixel of the frame is smoothed before, so that gaps between printed dots close.
  ///   - limit: the most pixels it may have. Nil is returned where there would be more, or too few to hold a code.
  init?(_ frame: LumaFrame, part: PixelRectangle, size: Size, smoothedBy radius: Double, limit: Int) {
    let part = part.clipped(to: frame.bounds)
    let (width, height) = (size.scaled(part.width), size.scaled(part.height))
    guard min(width, height) >= 20, max(width, height) <= LumaFrame.sideLimit, width * height <= limit,
      let cut = part == frame.bounds ? frame : frame.cropped(to: part)
    else { return nil }
    let plane = radius > 0 ? cut.boxBlurred(radius: radius) : cut
    (self.width, self.height) = (width, height)
    switch size {
    case .double: pixels = Self.doubled(plane.pixels, plane.width, plane.height)
    case .reduced(let times):
      var reduced = plane.pixels
      for step in 0..<times { reduced = Self.halved(reduced, plane.width >> step, plane.height >> step) }
      pixels = reduced
    }
    origin = PixelPoint(x: part.x, y: part.y)
    (scaleX, scaleY) = (1 / size.factor, 1 / size.factor)
  }

  /// How large a copy is.
  enum Size {
    case double
    /// Halved so many times, each way; 0 is as it was.
    case reduced(Int)

    /// Its pixels to one of the original, each way.
    var factor: Double {
      switch self {
      case .double: 2
      case .reduced(let times): 1 / Double(1 << times)
      }
    }

    /// A side's length; an odd pixel at the end is left out.
    func scaled(_ side: Int) -> Int {
      switch self {
      case .double: side * 2
      case .reduced(let times): side >> times
      }
    }
  }

  /// Each pixel the mean of four.
  private static func halved(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    let (columns, rows) = (width / 2, height / 2)
    return [UInt8](unsafeUninitializedCapacity: columns * rows) { buffer, count in
      count = columns * rows
      pixels.withUnsafeBufferPointer { pixels in
        guard let from = pixels.baseAddress, let to = buffer.baseAddress else { return }
        for row in 0..<rows {
          let upper = from + 2 * row * width
          let lower = upper + width
          let line = to + row * columns
          for x in 0..<columns {
            let sum =
              UInt16(upper[2 * x]) &+ UInt16(upper[2 * x + 1]) &+ UInt16(lower[2 * x]) &+ UInt16(lower[2 * x + 1])
            line[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
          }
        }
      }
    }
  }

  /// Each pixel become four, three parts its own and one of its neighbour on that side, both ways.
  private static func doubled(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      count = 4 * width * height
      pixels.withUnsafeBufferPointer { pixels in
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width + 2) { mixed in
          guard let from = pixels.baseAddress, let to = buffer.baseAddress, let mixed = mixed.baseAddress else {
            return
          }
          for y in 0..<2 * height {
            let own = from + y / 2 * width
            let other = from + min(height - 1, max(0, y / 2 + (y & 1) * 2 - 1)) * width
            for x in 0..<width { mixed[x + 1] = 3 &* UInt16(own[x]) &+ UInt16(other[x]) }
            (mixed[0], mixed[width + 1]) = (mixed[1], mixed[width])
            let line = to + y * 2 * width
            for x in 0..<width {
              line[2 * x] = UInt8(truncatingIfNeeded: (3 &* mixed[x + 1] &+ mixed[x] &+ 8) &>> 4)
              line[2 * x + 1] = UInt8(truncatingIfNeeded: (3 &* mixed[x + 1] &+ mixed[x + 2] &+ 8) &>> 4)
            }
          }
        }
      }
    }
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
