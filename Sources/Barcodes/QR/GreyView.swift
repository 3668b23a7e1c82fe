/// A view of a plane's pixels, valid during a call.
struct GreyView {
  let pixels: UnsafePointer<UInt8>
  let width: Int
  let height: Int

  /// Returns the brightness, interpolated between pixels; beyond the edge that of the edge.
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
