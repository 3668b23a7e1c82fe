internal import Imaging

/// A grey picture that is searched for QR codes: a frame itself, or a smaller, larger or smoothed copy of a part of it.
///
/// Positions in it are fractional, with pixel centres at integers.
struct GreyPlane {
  let width: Int
  let height: Int
  private let pixels: [UInt8]
  /// The origin of the plane in the frame.
  private let origin: PixelPoint
  /// The number of frame pixels across, and down, per pixel of the plane.
  private let scaleX: Double
  private let scaleY: Double

  /// Creates a plane of the whole frame, without a copy.
  init(_ frame: LumaFrame) {
    (width, height, pixels) = (frame.width, frame.height, frame.pixels)
    origin = PixelPoint(x: 0, y: 0)
    (scaleX, scaleY) = (1, 1)
  }

  /// Creates a plane of a part of a frame at another size. Nil if it would have more than `limit` pixels, or too few to
  /// hold a code.
  ///
  /// - Parameters:
  ///   - frame: a frame of any size.
  ///   - part: the part of the frame.
  ///   - size: the size of the copy.
  ///   - radius: the radius by which the frame is smoothed before, so that gaps between printed dots close.
  ///   - limit: the maximum number of pixels.
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

  /// The size of a copy.
  enum Size {
    case double
    /// Halved this number of times, each way; 0 is the original size.
    case reduced(Int)

    /// The number of its pixels per pixel of the original, each way.
    var factor: Double {
      switch self {
      case .double: 2
      case .reduced(let times): 1 / Double(1 << times)
      }
    }

    /// Returns the length of a side; an odd pixel at the end is dropped.
    func scaled(_ side: Int) -> Int {
      switch self {
      case .double: side * 2
      case .reduced(let times): side >> times
      }
    }
  }

  /// Returns a copy of half the size: each pixel is the mean of four.
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

  /// Returns a copy of twice the size. Each pixel becomes four. Each of these is three parts its own and one part its
  /// neighbour on that side, both ways.
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

  /// Returns the position in the frame of a point of the plane.
  func place(_ point: PlanePoint) -> PixelPoint {
    // Far outside the frame a homography may give any value.
    func whole(_ value: Double, _ limit: Int) -> Int {
      value.isFinite ? Int(min(Double(2 * limit), max(Double(-limit), value.rounded()))) : 0
    }
    return PixelPoint(
      x: origin.x + whole((point.x + 0.5) * scaleX - 0.5, LumaFrame.sideLimit),
      y: origin.y + whole((point.y + 0.5) * scaleY - 0.5, LumaFrame.sideLimit))
  }

  /// Passes the pixels to a closure.
  func withView<Result>(_ body: (GreyView) -> Result?) -> Result? {
    pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { body(GreyView(pixels: $0, width: width, height: height)) }
    }
  }
}
