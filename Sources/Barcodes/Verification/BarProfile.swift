internal import Imaging

/// The brightness across a code's bars, with the position of each sample on its line and its weight.
///
/// The length of one pixel of a line weighs 1. This does not depend on the number of samples per pixel, or of pixels
/// along the bars in a sample. Errors of samples closer together than pixels, or along a bar, are correlated.
///
/// The buffers are reused.
struct BarProfile {
  /// Brightness, 0 to 255.
  private(set) var values: [Float] = []
  /// The positions on the line in samples, in the code's direction.
  private(set) var places: [Float] = []
  private(set) var weights: [Float] = []
  /// The position of each sample in the code, in modules from its first edge; rising.
  private(set) var modules: [Float] = []
  private(set) var count = 0

  /// The width of paper that is included at each end of the code, in modules.
  static let margin: Float = 2
  /// The maximum number of samples in a module: more add no information.
  private static let grain: Float = 5

  /// Copies the samples under a pattern from a line.
  ///
  /// - Parameters:
  ///   - line: the brightness.
  ///   - length: the number of samples of the line.
  ///   - step: the distance in pixels from one sample to the next.
  ///   - alignment: the alignment of the pattern, in samples.
  /// - Returns: false if the line does not reach from one end of the code to the other.
  mutating func take(_ line: UnsafePointer<Float>, length: Int, step: Float, under alignment: Alignment) -> Bool {
    let ends = (alignment.place(0), alignment.place(alignment.length))
    guard min(ends.0, ends.1) > -1, max(ends.0, ends.1) < Float(length) else { return false }
    let margin = Self.margin * alignment.module
    let low = max(0, Int(min(ends.0, ends.1) - margin))
    let high = min(length - 1, Int(max(ends.0, ends.1) + margin))
    let group = max(1, Int(alignment.module / Self.grain))
    let weight = min(1, step * Float(group))
    reserve((high - low) / group + 1)
    var at = low
    while at + group <= high + 1 {
      var sum: Float = 0
      for index in at..<at + group { sum += line[index] }
      values[count] = sum / Float(group)
      places[count] = Float(at) + Float(group - 1) / 2
      weights[count] = weight
      count += 1
      at += group
    }
    if alignment.half < 0 { reverse() }
    return count > 10 && place(under: alignment)
  }

  /// Assigns modules to the samples by another alignment of the same code.
  ///
  /// - Returns: false if the alignment is not monotonic.
  mutating func place(under alignment: Alignment) -> Bool {
    // The position of a module is a polynomial of it. Samples are so close together that one Newton step from the
    // previous sample is exact. The first sample needs more steps.
    var module = -Self.margin
    var steps = 4
    let scale = 2 / alignment.length
    let (middle, half, bend, twist) = (alignment.middle, alignment.half, alignment.bend, alignment.twist)
    for index in 0..<count {
      let before = module
      for _ in 0..<steps {
        let t = module * scale - 1
        let place = middle + t * (half + t * (bend + t * twist))
        let slope = (half + t * (2 * bend + 3 * twist * t)) * scale
        module += (places[index] - place) / slope
      }
      guard module.isFinite, steps > 1 || module >= before else { return false }
      steps = 1
      modules[index] = module
    }
    return true
  }

  /// Collects the pixels of a band across a place, each at its own position on the line. Rows of a tilted code have
  /// different pixel phases, and together give more information than any single row.
  ///
  /// - Parameters:
  ///   - frame: the frame that holds the band.
  ///   - strip: the strip on whose lines samples are counted.
  ///   - v: the band along the bars, from the middle of the place, in pixels.
  ///   - range: the range of the line, in samples.
  mutating func take(_ frame: LumaFrame, _ strip: Strip, v: ClosedRange<Float>, range: ClosedRange<Float>) {
    let place = strip.place
    let height = max(1, v.upperBound - v.lowerBound)
    let low = strip.u(ofSample: range.lowerBound)
    let high = strip.u(ofSample: range.upperBound)
    let bins = max(1, Int((high - low) * Self.binsPerPixel))
    reserve(bins)
    for index in 0..<bins { (values[index], weights[index]) = (0, 0) }
    let corners = [(low, v.lowerBound), (high, v.lowerBound), (high, v.upperBound), (low, v.upperBound)].map {
      place.point(u: $0.0, v: $0.1)
    }
    let top = max(0, Int((corners.map(\.y).min() ?? 0) - 0.5))
    let bottom = min(frame.height - 1, Int((corners.map(\.y).max() ?? 0) + 0.5))
    guard top <= bottom else { return }
    let (cosine, sine) = (place.alongX, place.alongY)
    frame.pixels.withUnsafeBufferPointer { pixels in
      for y in top...bottom {
        let dy = Float(y) + 0.5 - place.y
        // u = dx·cos + dy·sin and v = dy·cos − dx·sin bound the row's part of the band.
        var left: Float = 0.5 - place.x
        var right = Float(frame.width) - 0.5 - place.x
        Self.bound(&left, &right, cosine, low - dy * sine, high - dy * sine)
        Self.bound(&left, &right, -sine, v.lowerBound - dy * cosine, v.upperBound - dy * cosine)
        guard left <= right else { continue }
        let first = max(0, Int((left + place.x - 0.5).rounded(.up)))
        let last = min(frame.width - 1, Int((right + place.x - 0.5).rounded(.down)))
        guard first <= last else { continue }
        var u = ((Float(first) + 0.5 - place.x) * cosine + dy * sine - low) * Self.binsPerPixel
        let du = cosine * Self.binsPerPixel
        for x in first...last {
          let bin = min(bins - 1, max(0, Int(u)))
          values[bin] += Float(pixels[y * frame.width + x])
          weights[bin] += 1
          u += du
        }
      }
    }
    for bin in 0..<bins {
      if weights[bin] > 0 { values[bin] /= weights[bin] }
      weights[bin] /= height
      places[bin] = ((Float(bin) + 0.5) / Self.binsPerPixel + low - strip.start) / strip.step
    }
    count = bins
  }

  private static let binsPerPixel: Float = 4

  /// Narrows a range of x to the part in which factor · x is between two bounds.
  private static func bound(_ left: inout Float, _ right: inout Float, _ factor: Float, _ low: Float, _ high: Float) {
    guard abs(factor) > 1e-6 else {
      if low > 0 || high < 0 { right = left - 1 }
      return
    }
    let (a, b) = (low / factor, high / factor)
    left = max(left, min(a, b))
    right = min(right, max(a, b))
  }

  /// The brightness of ink, from the darkest tenth, and of paper, from the brightest tenth; nil if there is no
  /// contrast.
  var roughTones: (ink: Float, paper: Float)? {
    var counts = [Float](repeating: 0, count: 256)
    var all: Float = 0
    for index in 0..<count where weights[index] > 0 {
      counts[min(255, max(0, Int(values[index])))] += weights[index]
      all += weights[index]
    }
    var (ink, paper): (Float, Float) = (0, 255)
    var sum: Float = 0
    for value in 0..<256 where sum < all / 10 { (sum, ink) = (sum + counts[value], Float(value)) }
    sum = 0
    for value in (0..<256).reversed() where sum < all / 10 { (sum, paper) = (sum + counts[value], Float(value)) }
    return paper - ink > 8 ? (ink, paper) : nil
  }

  /// Returns the mean brightness around a module.
  private func brightness(about module: Float, from start: inout Int) -> Float {
    while start < count, modules[start] < module - 0.3 { start += 1 }
    var (sum, weight): (Float, Float) = (0, 0)
    var index = start
    while index < count, modules[index] < module + 0.3 {
      sum += values[index] * weights[index]
      weight += weights[index]
      index += 1
    }
    return weight > 0 ? sum / weight : .nan
  }

  /// Returns true if both ends can be a bar, a space and a bar of one module each. Blur merges them into one bar that
  /// is darkest in the middle, but not by much.
  ///
  /// - Parameters:
  ///   - length: the length in modules of the code with which the profile is aligned.
  ///   - contrast: the difference in brightness between ink and paper.
  /// - Returns: false if an end is something else.
  func showsGuards(length: Float, contrast: Float) -> Bool {
    var start = 0
    for end in [0, length - 3] {
      let first = brightness(about: end + 0.5, from: &start)
      let second = brightness(about: end + 1.5, from: &start)
      let third = brightness(about: end + 2.5, from: &start)
      // If a module is narrower than a pixel, it may contain no sample; such an end is not refused.
      if 2 * second < first + third - contrast / 4 { return false }
    }
    return true
  }

  /// Returns the cells of a pattern that a reflection may have changed; empty if no sample is clipped, or if the paper is
  /// white elsewhere too.
  func hiddenCells(of pattern: BarPattern) -> [Bool] {
    guard !pattern.cells.isEmpty, values[..<count].contains(where: { $0 >= Reflection.clipped }) else { return [] }
    var index = 0
    var (shares, brightest): ([Float], [Float]) = ([], [])
    for cell in pattern.cells {
      while index < count, modules[index] < cell.start { index += 1 }
      let (begin, end) = (index, cell.start + pattern.alphabets[cell.alphabet].width)
      while index < count, modules[index] < end { index += 1 }
      let samples = values[begin..<index]
      shares.append(
        samples.isEmpty ? 0 : Float(samples.count { $0 >= Reflection.clipped }) / Float(samples.count))
      brightest.append(samples.max() ?? 0)
    }
    let middle = brightest.sorted()[brightest.count / 2]
    guard middle <= Reflection.brightestElsewhere else { return [] }
    return Reflection.hiddenCells(shares)
  }

  /// Reverses the order of the samples.
  mutating func reverse() {
    values[..<count].reverse()
    places[..<count].reverse()
    weights[..<count].reverse()
  }

  private mutating func reserve(_ capacity: Int) {
    count = 0
    guard values.count < capacity else { return }
    values = Array(repeating: 0, count: capacity)
    places = values
    weights = values
    modules = values
  }
}
