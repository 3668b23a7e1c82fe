/// One pixel format of a camera, with what it can do in it (ENUM_FMT, ENUM_FRAMESIZES, ENUM_FRAMEINTERVALS).
package struct FormatOffer: Sendable, Hashable {
  /// The four letters as V4L2 counts them; not all are formats that are used here.
  package let code: UInt32
  /// Made by a library out of another format; never used.
  package let isEmulated: Bool
  /// Empty when the driver does not tell.
  package let sizes: [SizeOffer]

  package init(code: UInt32, isEmulated: Bool = false, sizes: [SizeOffer]) {
    self.code = code
    self.isEmulated = isEmulated
    self.sizes = sizes
  }

  package init(_ format: PixelFormat, sizes: [SizeOffer]) { self.init(code: format.code, sizes: sizes) }

  /// nil for a format that is not used here.
  package var format: PixelFormat? { PixelFormat(code: code) }

  /// Its four letters.
  package var name: String { PixelFormat.letters(of: code) }
}

/// A size, or a range of them, with the frames a second it is given in.
package struct SizeOffer: Sendable, Hashable {
  package enum Extent: Sendable, Hashable {
    case one(PixelSize)
    /// From the smallest to the largest in steps, which are 1 or more.
    case range(from: PixelSize, to: PixelSize, step: PixelSize)
  }

  package let extent: Extent
  /// Frames a second, the fastest first; empty when the driver does not tell.
  package let rates: [Double]

  package init(_ extent: Extent, rates: [Double]) {
    self.extent = extent
    self.rates = rates
  }

  package init(_ width: Int, _ height: Int, rates: [Double]) {
    self.init(.one(PixelSize(width: width, height: height)), rates: rates)
  }

  /// The size it has that is nearest to a wanted one: not smaller if it can be helped.
  func nearest(to wanted: PixelSize) -> PixelSize {
    switch extent {
    case .one(let size): size
    case .range(let smallest, let largest, let step):
      PixelSize(
        width: Self.nearest(wanted.width, from: smallest.width, to: largest.width, step: step.width),
        height: Self.nearest(wanted.height, from: smallest.height, to: largest.height, step: step.height))
    }
  }

  private static func nearest(_ wanted: Int, from low: Int, to high: Int, step: Int) -> Int {
    guard high > low else { return low }
    let step = max(1, step)
    let clamped = min(high, max(low, wanted))
    let rounded = low + (clamped - low + step - 1) / step * step
    return rounded <= high ? rounded : rounded - step
  }
}
