/// Which pixels of a plane are dark, each measured against what lies about it: paper in shadow is darker than ink in
/// the light.
///
/// The buffers stay from plane to plane.
struct DarkMap {
  /// What a pixel is measured against.
  enum Measure {
    /// Half way between the darkest and the brightest of the 40 pixels about: where the middle of a finder pattern is
    /// all dark, it does not matter how much of the rest is light.
    case midrange
    /// The mean of the 40 pixels about, which a single bright or dark spot does not move.
    case mean
    /// The mean of the 24 pixels about, for light that changes fast.
    case nearMean
  }

  private(set) var width = 0
  private(set) var height = 0
  /// 1 for dark, 0 for light, row by row.
  private(set) var areDark: [UInt8] = []
  /// What a block's pixels were measured against.
  private(set) var thresholds: [UInt8] = []
  private(set) var blockColumns = 0
  private var lowest: [UInt8] = []
  private var highest: [UInt8] = []
  private var means: [UInt8] = []

  static let side = 8
  /// Paper and ink differ by more than this, of 255; less is noise, and counts as light.
  private static let contrast: UInt8 = 20

  init() {}

  /// Takes a plane's pixels.
  ///
  /// - Parameters:
  ///   - plane: any size.
  ///   - spans: for each row of blocks, those columns of it that are looked at; the others count as light.
  ///   - measure: what a pixel is measured against.
  mutating func measure(_ plane: GreyPlane, spans: [Range<Int>], by measure: Measure) {
    (width, height) = (plane.width, plane.height)
    blockColumns = (width + Self.side - 1) / Self.side
    let rows = (height + Self.side - 1) / Self.side
    let count = width * height
    if areDark.count < count { areDark = Array(repeating: 0, count: count) } else { clear(count) }
    if lowest.count < blockColumns * rows {
      for buffer in [\DarkMap.lowest, \.highest, \.means, \.thresholds] {
        self[keyPath: buffer] = Array(repeating: 0, count: blockColumns * rows)
      }
    }
    let active = spans.indices.filter { !spans[$0].isEmpty }
    guard let first = active.first, let last = active.last else { return }
    measureBlocks(plane, rows: max(0, first - 2)...min(rows - 1, last + 2))
    for row in active where row < rows { mark(plane, row: row, of: rows, span: spans[row], by: measure) }
  }

  private mutating func clear(_ count: Int) {
    areDark.withUnsafeMutableBufferPointer { $0.baseAddress?.update(repeating: 0, count: count) }
  }

  private mutating func measureBlocks(_ plane: GreyPlane, rows: ClosedRange<Int>) {
    let side = Self.side
    plane.pixels.withUnsafeBytes { pixels in
      for row in rows {
        for column in 0..<blockColumns {
          let index = row * blockColumns + column
          let (left, top) = (column * side, row * side)
          if left + side <= width, top + side <= height {
            var low = SIMD8<UInt8>(repeating: 255)
            var high = SIMD8<UInt8>(repeating: 0)
            var sum = SIMD8<UInt16>(repeating: 0)
            for line in 0..<side {
              let values = pixels.loadUnaligned(fromByteOffset: (top + line) * width + left, as: SIMD8<UInt8>.self)
              low = pointwiseMin(low, values)
              high = pointwiseMax(high, values)
              sum &+= SIMD8<UInt16>(truncatingIfNeeded: values)
            }
            lowest[index] = low.min()
            highest[index] = high.max()
            means[index] = UInt8(truncatingIfNeeded: sum.wrappedSum() >> 6)
          } else {
            var (low, high, sum, count) = (UInt8(255), UInt8(0), 0, 0)
            for y in top..<min(height, top + side) {
              for x in left..<min(width, left + side) {
                let value = pixels[y * width + x]
                (low, high, sum, count) = (min(low, value), max(high, value), sum + Int(value), count + 1)
              }
            }
            (lowest[index], highest[index], means[index]) = (low, high, UInt8(sum / max(1, count)))
          }
        }
      }
    }
  }

  private mutating func mark(_ plane: GreyPlane, row: Int, of rows: Int, span: Range<Int>, by measure: Measure) {
    let reach = measure == .nearMean ? 1 : 2
    let around = max(0, row - reach)...min(rows - 1, row + reach)
    // Columns of blocks first, so that each block's neighbourhood is the sum of five numbers and not of twenty-five.
    let wide = max(0, span.lowerBound - reach)..<min(blockColumns, span.upperBound + reach)
    var low = [UInt8](repeating: 255, count: wide.count)
    var high = [UInt8](repeating: 0, count: wide.count)
    var sum = [Int](repeating: 0, count: wide.count)
    for line in around {
      for column in wide {
        let index = line * blockColumns + column
        let place = column - wide.lowerBound
        low[place] = min(low[place], lowest[index])
        high[place] = max(high[place], highest[index])
        sum[place] += Int(means[index])
      }
    }
    let span = span.clamped(to: 0..<blockColumns)
    for column in span {
      var (darkest, brightest, total, count) = (UInt8(255), UInt8(0), 0, 0)
      for place in max(wide.lowerBound, column - reach)...min(wide.upperBound - 1, column + reach) {
        let index = place - wide.lowerBound
        darkest = min(darkest, low[index])
        brightest = max(brightest, high[index])
        total += sum[index]
        count += around.count
      }
      let isFlat = brightest - darkest < Self.contrast
      let middle =
        measure == .midrange ? (Int(darkest) + Int(brightest) + 1) / 2 : (total + count / 2) / max(1, count)
      thresholds[row * blockColumns + column] = isFlat ? 0 : UInt8(middle)
    }
    let side = Self.side
    plane.pixels.withUnsafeBytes { pixels in
      areDark.withUnsafeMutableBytes { marks in
        for y in row * side..<min(height, row * side + side) {
          for column in span {
            let threshold = thresholds[row * blockColumns + column]
            let start = y * width + column * side
            if column * side + side <= width {
              let values = pixels.loadUnaligned(fromByteOffset: start, as: SIMD8<UInt8>.self)
              let isDark = values .< SIMD8(repeating: threshold)
              marks.storeBytes(
                of: SIMD8<UInt8>(repeating: 0).replacing(with: 1, where: isDark), toByteOffset: start,
                as: SIMD8<UInt8>.self)
            } else {
              for offset in 0..<width - column * side {
                marks[start + offset] = pixels[start + offset] < threshold ? 1 : 0
              }
            }
          }
        }
      }
    }
  }
}
