/// A size, or a range of sizes, with its frames per second.
package struct SizeOffer: Sendable, Hashable {
  package enum Extent: Sendable, Hashable {
    case one(PixelSize)
    /// The sizes from the smallest to the largest in steps of 1 or more.
    case range(from: PixelSize, to: PixelSize, step: PixelSize)
  }

  package let extent: Extent
  /// The frames per second, the fastest first; empty if the driver does not report them.
  package let rates: [Double]

  package init(_ extent: Extent, rates: [Double]) {
    self.extent = extent
    self.rates = rates
  }

  package init(_ width: Int, _ height: Int, rates: [Double]) {
    self.init(.one(PixelSize(width: width, height: height)), rates: rates)
  }

  /// Returns the available size nearest to the wanted one, and no smaller than it if possible.
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
