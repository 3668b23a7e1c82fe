internal import Imaging

/// Cuts strips out of a frame.
enum StripCutter {
  /// The maximum number of samples in a line; longer lines are sampled more coarsely. The longest diagonal of a frame,
  /// at one sample per pixel, is far below it.
  static let widthLimit = 32_768
  /// The extension of a line beyond the place at each end, as a part of its length. Cells at a code's ends may be weak,
  /// and its quiet zones belong to it.
  private static let overhang: Float = 0.15
  private static let overhangLeast: Float = 16

  /// Fills a strip with the lines of a place.
  static func cut(_ place: BarPlace, of frame: LumaFrame, as cut: StripParameters, into strip: inout Strip) {
    let length = place.length * (1 + 2 * overhang) + 2 * overhangLeast
    let width = min(widthLimit, max(8, Int(length * cut.scale)))
    let height = max(1, place.height * 0.9)
    let count = max(1, min(cut.lines, Int(height)))
    strip.place = place
    strip.width = width
    strip.count = count
    strip.step = length / Float(width)
    strip.start = -length / 2 + strip.step / 2
    strip.spacing = height / Float(count)
    if strip.samples.count < width * count {
      strip.samples = Array(repeating: 0, count: width * count)
    }
    let mean = max(1, min(cut.mean, Int(height)))
    let (start, step) = (strip.start, strip.step)
    let lines = (0..<count).lazy.map { [strip] in strip.v(ofLine: $0) }
    frame.pixels.withUnsafeBufferPointer { pixels in
      strip.samples.withUnsafeMutableBufferPointer { samples in
        guard let from = pixels.baseAddress, let to = samples.baseAddress else { return }
        let sampler = Sampler(pixels: from, width: frame.width, height: frame.height)
        for (line, v) in lines.enumerated() {
          let row = to + line * width
          row.update(repeating: 0, count: width)
          // Near the frame's edge only the pixels inside the frame count.
          func offset(_ part: Int) -> Float { v + Float(part) - Float(mean - 1) / 2 }
          func isInside(_ part: Int) -> Bool {
            let middle = place.point(u: 0, v: offset(part))
            return middle.x > 0 && middle.y > 0 && middle.x < Float(frame.width) && middle.y < Float(frame.height)
          }
          let inside = (0..<mean).count(where: isInside)
          for part in 0..<mean where inside == 0 || isInside(part) {
            sampler.add(
              from: place.point(u: start, v: offset(part)), stepX: place.alongX * step, stepY: place.alongY * step,
              count: width, times: 1 / Float(inside == 0 ? mean : inside), to: row)
          }
          fillBeyond(row, width)
        }
      }
    }
  }

  /// Fills the ends of a line beyond the frame with paper, as bright as the line is near them. A code that touches the
  /// frame's edge then still has its first bar.
  private static func fillBeyond(_ row: UnsafeMutablePointer<Float>, _ width: Int) {
    var first = 0
    while first < width, row[first] < 0 { first += 1 }
    var last = width - 1
    while last > first, row[last] < 0 { last -= 1 }
    guard first <= last, first > 0 || last < width - 1 else {
      // All of the line is beyond the frame, or nothing.
      if first > last { row.update(repeating: 255, count: width) }
      return
    }
    let near = width / 10 + 8
    var (left, right): (Float, Float) = (0, 0)
    for index in first...min(last, first + near) { left = max(left, row[index]) }
    for index in max(first, last - near)...last { right = max(right, row[index]) }
    for index in 0..<first { row[index] = left }
    for index in last + 1..<max(last + 1, width) { row[index] = right }
  }
}

/// Samples the frame along straight lines.
private struct Sampler {
  let pixels: UnsafePointer<UInt8>
  let width: Int
  let height: Int

  /// Adds samples interpolated between the four nearest pixels. Samples beyond the frame become negative.
  func add(
    from origin: (x: Float, y: Float), stepX: Float, stepY: Float, count: Int, times weight: Float,
    to samples: UnsafeMutablePointer<Float>
  ) {
    // Fixed-point numbers with sixteen fractional bits: over the longest line the error stays below a quarter of a
    // pixel.
    let one: Float = 65_536
    let dx = Int((stepX * one).rounded())
    let dy = Int((stepY * one).rounded())
    var x = Int(((origin.x - 0.5) * one).rounded())
    var y = Int(((origin.y - 0.5) * one).rounded())
    let (right, bottom) = (width - 1, height - 1)
    let scale = weight / (256 * 256)
    let beyond: Float = 1e6
    for index in 0..<count {
      var (column, row) = (x >> 16, y >> 16)
      var (partX, partY) = ((x >> 8) & 255, (y >> 8) & 255)
      if column < 0 || row < 0 || column >= right || row >= bottom {
        guard column >= -1, row >= -1, column <= right, row <= bottom else {
          samples[index] -= beyond
          x &+= dx
          y &+= dy
          continue
        }
        if column < 0 { (column, partX) = (0, 0) }
        if row < 0 { (row, partY) = (0, 0) }
        if column >= right { (column, partX) = (right, 0) }
        if row >= bottom { (row, partY) = (bottom, 0) }
      }
      let upper = pixels + (row &* width &+ column)
      let toRight = column < right ? 1 : 0
      let lower = row < bottom ? upper + width : upper
      let above = Int(upper[0]) &* (256 &- partX) &+ Int(upper[toRight]) &* partX
      let below = Int(lower[0]) &* (256 &- partX) &+ Int(lower[toRight]) &* partX
      samples[index] += Float(above &* (256 &- partY) &+ below &* partY) * scale
      x &+= dx
      y &+= dy
    }
  }
}
