internal import Imaging

/// The pixels of a place, turned so that its bars are upright, at about four samples per module whatever their size.
///
/// The buffers are reused.
struct BarPatch {
  /// The brightness, row by row.
  private(set) var values: [Float] = []
  private(set) var width = 0
  private(set) var height = 0
  /// The distance from one sample to the next across the bars, and from one row to the next, in pixels of the full
  /// size.
  private(set) var step: Float = 1
  private(set) var rowStep: Float = 1
  /// The place; rows follow its middle line if `isBowed`.
  private(set) var grown = GrownPlace(
    place: BarPlace(x: 0, y: 0, alongX: 1, alongY: 0, length: 0, height: 0, energy: 0), middle: (0, 0, 0), height: 0)
  private(set) var isBowed = false
  /// The cylinder that the rows are unrolled from; nil for a flat place.
  private var cylinder: Cylinder?
  /// The distance across the bars by which they move per pixel along them, in samples, by parts of the place.
  private var slopes: [Float] = []
  /// The height of the place in which the slopes are measured, in pixels.
  private var slopeHeight: Float = 1

  /// The samples along a place, and the part of its length that is added at each end.
  private static let samples: Float = 400
  private static let overhang: Float = 0.15
  private static let rowsMost: Float = 96
  /// The sampled height relative to that of the place: the rows that read are inside it, and those that judge reach
  /// beyond the ends of the bars.
  static let (inside, beyond): (Float, Float) = (0.92, 1.5)
  /// The parts across and along the bars in which the direction of the bars is measured.
  private static let (parts, bands) = (10, 3)

  /// Samples a place.
  ///
  /// - Parameters:
  ///   - grown: the place.
  ///   - isBowed: true for rows along its middle line, false for straight rows.
  ///   - cylinder: the cylinder that rows are unrolled from; nil for a flat place.
  ///   - reach: the sampled height relative to that of the place.
  ///   - pyramid: the frame.
  mutating func cut(
    _ grown: GrownPlace, isBowed: Bool, from cylinder: Cylinder?, reach: Float, of pyramid: FramePyramid
  ) {
    self.grown = grown
    self.isBowed = isBowed
    self.cylinder = cylinder
    step = grown.place.length / Self.samples
    let level = pyramid.level(forStep: step)
    let scale = Float(1 << level)
    let tall = (isBowed ? grown.height : grown.place.height) * reach
    width = Int(Self.samples * (1 + 2 * Self.overhang)) + 16
    rowStep = max(step, max(tall / Self.rowsMost, scale / 2))
    height = max(3, Int(tall / rowStep))
    if values.count < width * height { values = Array(repeating: 0, count: width * height) }
    let frame = pyramid.levels[level]
    // The other properties are read while the samples are written.
    var values: [Float] = []
    swap(&values, &self.values)
    let (columnLast, rowLast) = (Float(frame.width - 1), Float(frame.height - 1))
    let columns = (0..<width).map { column -> (u: Float, line: Float) in
      let u = u(ofSample: Float(column))
      return (u, isBowed ? grown.middle(at: u) : 0)
    }
    let place = grown.place
    frame.pixels.withUnsafeBufferPointer { pixels in
      values.withUnsafeMutableBufferPointer { values in
        for row in 0..<height {
          let v = v(ofRow: Float(row))
          for column in 0..<width {
            let point = place.point(u: columns[column].u, v: columns[column].line + v)
            let x = min(columnLast, max(0, point.x / scale - 0.5))
            let y = min(rowLast, max(0, point.y / scale - 0.5))
            let (left, top) = (Int(x), Int(y))
            let (partX, partY) = (x - Float(left), y - Float(top))
            let right = min(frame.width - 1, left + 1)
            let (upper, lower) = (top * frame.width, min(frame.height - 1, top + 1) * frame.width)
            let above = Float(pixels[upper + left]) * (1 - partX) + Float(pixels[upper + right]) * partX
            let below = Float(pixels[lower + left]) * (1 - partX) + Float(pixels[lower + right]) * partX
            values[row * width + column] = above * (1 - partY) + below * partY
          }
        }
      }
    }
    swap(&values, &self.values)
    // Beyond the bars there is print with other directions.
    if reach <= Self.inside { measureSlopes() }
  }

  /// Returns the offset of a sample across the bars, from the middle of the place, in pixels.
  func u(ofSample sample: Float) -> Float {
    let straight = (sample - Float(width - 1) / 2) * step
    guard let cylinder else { return straight }
    return (cylinder.seen(straight / grown.place.length + 0.5) - 0.5) * grown.place.length
  }

  /// Returns the offset of a row along the bars, from the middle line, in pixels.
  func v(ofRow row: Float) -> Float { (row - Float(height - 1) / 2) * rowStep }

  /// Returns the row at an offset along the bars.
  func row(atV v: Float) -> Float { v / rowStep + Float(height - 1) / 2 }

  /// Returns the position in the frame of a sample of a row.
  func point(sample: Float, row: Float) -> (x: Float, y: Float) {
    let u = u(ofSample: sample)
    return grown.place.point(u: u, v: (isBowed ? grown.middle(at: u) : 0) + v(ofRow: row))
  }

  /// Measures the direction of the bars in parts of the patch: perspective and bent paper turn them differently.
  private mutating func measureSlopes() {
    var raw = [Float](repeating: 0, count: Self.parts * Self.bands)
    for band in 0..<Self.bands {
      let top = (height - 1) * band / Self.bands
      let bottom = max(top + 1, (height - 1) * (band + 1) / Self.bands)
      for part in 0..<Self.parts {
        var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)
        for row in top..<min(height - 1, bottom) {
          for column in (width - 1) * part / Self.parts..<(width - 1) * (part + 1) / Self.parts {
            let index = row * width + column
            let down = values[index + width + 1] - values[index]
            let up = values[index + 1] - values[index + width]
            let (x, y) = ((up + down) / 2, (down - up) / 2)
            xx += x * x
            xy += x * y
            yy += y * y
          }
        }
        raw[band * Self.parts + part] = -xy / (xx + 0.001 + 0.1 * yy)
      }
    }
    slopes = raw
    for band in 0..<Self.bands {
      for part in 0..<Self.parts {
        var sum: Float = 0
        for near in part - 1...part + 1 { sum += raw[band * Self.parts + min(Self.parts - 1, max(0, near))] }
        slopes[band * Self.parts + part] = min(2, max(-2, sum / 3)) / rowStep
      }
    }
    slopeHeight = Float(height) * rowStep
  }

  /// The number of rows of the patch in a height, in samples across the bars.
  func rows(inHeight samples: Float) -> Int { Int((samples * step / rowStep).rounded()) }

  /// Fills a row with the mean of neighbouring rows, shifted so that the bars stand above each other.
  ///
  /// - Parameters:
  ///   - middle: the row of the patch in the middle.
  ///   - half: the number of rows on each side of it.
  ///   - row: filled with `width` samples.
  func mean(around middle: Float, half: Int, into row: inout [Float]) {
    row.removeAll(keepingCapacity: true)
    let part = (v(ofRow: middle) / slopeHeight + 0.5) * Float(Self.bands)
    let band = min(Self.bands - 1, max(0, Int(part)))
    let last = Float(width) - 1.001
    let offsets = (-half...half).filter { middle + Float($0) > -0.5 && middle + Float($0) < Float(height) - 0.5 }
    values.withUnsafeBufferPointer { values in
      for column in 0..<width {
        let at = min(Float(Self.parts) - 1.001, max(0, Float(column * Self.parts) / Float(width) - 0.5))
        let part = Int(at)
        let (near, far) = (slopes[band * Self.parts + part], slopes[band * Self.parts + part + 1])
        let slope = (near + (far - near) * (at - Float(part))) * rowStep
        var sum: Float = 0
        for offset in offsets {
          let y = min(Float(height) - 1, max(0, middle + Float(offset)))
          let x = min(last, max(0, Float(column) + slope * Float(offset)))
          let (top, left) = (Int(y), Int(x))
          let (partX, partY) = (x - Float(left), y - Float(top))
          let upper = top * width + left
          let lower = min(height - 1, top + 1) * width + left
          let above = values[upper] * (1 - partX) + values[upper + 1] * partX
          let below = values[lower] * (1 - partX) + values[lower + 1] * partX
          sum += above * (1 - partY) + below * partY
        }
        row.append(sum / Float(max(1, offsets.count)))
      }
    }
  }
}
