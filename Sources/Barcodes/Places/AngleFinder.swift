internal import Glibc
internal import Imaging

/// Finds the direction of fine bars more exactly than their gradients show it.
///
/// Sampled at pixels, a wave not much longer than two pixels seems longer than it is; the shorter it is, the larger the
/// error. The gradients of bars one pixel wide therefore lean towards the closest axis, by up to 6°. The right
/// direction is the one along which the bars add up to the sharpest profile.
///
/// The buffers are reused.
struct AngleFinder {
  private var sums: [Float] = []
  private var counts: [Float] = []

  /// The range around the first guess, in degrees; `coarse` and `fine` are the steps from one trial to the next.
  private static let reach: Float = 7
  private static let coarse: Float = 1
  private static let fine: Float = 0.25
  /// The number of pixels along the bars that are added up.
  private static let band: Float = 24
  private static let binsPerPixel: Float = 2
  private static let binLimit = 2048

  /// Returns the same place, turned to the direction of its bars.
  mutating func refined(_ place: BarPlace, in frame: LumaFrame) -> BarPlace {
    // Long places consist of wide bars, whose gradients show their direction well.
    guard place.length < 400, place.length * Self.binsPerPixel < Float(Self.binLimit) else { return place }
    let first = sharpness(place, in: frame)
    var best: (degrees: Float, sharpness: Float) = (0, first)
    for step in 1...Int(Self.reach / Self.coarse) {
      for degrees in [Float(step) * Self.coarse, -Float(step) * Self.coarse] {
        let value = sharpness(place.turned(by: degrees), in: frame)
        if value > best.sharpness { best = (degrees, value) }
      }
    }
    let middle = best.degrees
    for step in [-3, -2, -1, 1, 2, 3] {
      let degrees = middle + Float(step) * Self.fine
      let value = sharpness(place.turned(by: degrees), in: frame)
      if value > best.sharpness { best = (degrees, value) }
    }
    return best.degrees == 0 || best.sharpness < 1.1 * first ? place : place.turned(by: best.degrees)
  }

  /// Returns the sum of the squared changes of the mean brightness from bin to bin across the bars.
  private mutating func sharpness(_ place: BarPlace, in frame: LumaFrame) -> Float {
    let bins = max(2, Int(place.length * Self.binsPerPixel))
    if sums.count < bins {
      sums = Array(repeating: 0, count: bins)
      counts = sums
    }
    for bin in 0..<bins { (sums[bin], counts[bin]) = (0, 0) }
    let height = Int(min(Self.band, place.height * 0.6))
    frame.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<max(1, height) {
        let v = Float(row) - Float(height) / 2
        // Each pixel of the row is added to the bin of its own centre, so that nothing is blurred between pixels.
        for step in 0..<bins / 2 {
          let point = place.point(u: Float(step) + 0.5 - place.length / 2, v: v)
          let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
          guard x >= 0, y >= 0, x < frame.width, y < frame.height else { continue }
          let u = place.inside(x: Float(x) + 0.5, y: Float(y) + 0.5).u + place.length / 2
          let bin = min(bins - 1, max(0, Int(u * Self.binsPerPixel)))
          sums[bin] += Float(pixels[y * frame.width + x])
          counts[bin] += 1
        }
      }
    }
    var total: Float = 0
    var before: (bin: Int, mean: Float)?
    for bin in 0..<bins where counts[bin] > 0 {
      let mean = sums[bin] / counts[bin]
      // Along an axis every second bin stays empty. A step over two bins counts as the two steps that it is the sum of.
      if let before { total += (mean - before.mean) * (mean - before.mean) / Float(bin - before.bin) }
      before = (bin, mean)
    }
    return total
  }
}
