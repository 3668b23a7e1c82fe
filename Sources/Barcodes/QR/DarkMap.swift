/// The dark pixels of a plane. Each pixel is compared with its surroundings: paper in shadow is darker than ink in the
/// light.
///
/// The buffers are reused from plane to plane.
final class DarkMap {
  /// The threshold with which a pixel is compared.
  enum Measure {
    /// Half-way between the darkest and the brightest of the 40 pixels around. If the middle of a finder pattern is all
    /// dark, the amount of light in the rest does not matter.
    case midrange
    /// The mean of the 40 pixels around, which a single bright or dark spot does not move.
    case mean
    /// The mean of the 24 pixels around, for light that changes over short distances.
    case nearMean
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var blockColumns = 0
  /// 1 for dark, 0 for light, row by row.
  private(set) var marks: UnsafeMutablePointer<UInt8>
  /// The threshold of each block's pixels, row by row; 0 if they are all alike.
  private(set) var thresholds: UnsafeMutablePointer<UInt8>
  private var pixelCapacity = 1
  private var blockCapacity = 1
  /// The darkest pixel of each block; `highest` holds the brightest, and `means` the mean.
  private var lowest: UnsafeMutablePointer<UInt8>
  private var highest: UnsafeMutablePointer<UInt8>
  private var means: UnsafeMutablePointer<UInt8>

  static let side = 8
  /// The minimum difference between paper and ink, of 255; a smaller difference is noise, and counts as light.
  private static let contrast: UInt8 = 20

  init() {
    marks = .allocate(capacity: 1)
    (thresholds, lowest) = (.allocate(capacity: 1), .allocate(capacity: 1))
    (highest, means) = (.allocate(capacity: 1), .allocate(capacity: 1))
  }

  deinit { for buffer in [marks, thresholds, lowest, highest, means] { buffer.deallocate() } }

  private func reserve(_ pixels: Int, _ blocks: Int) {
    if pixels > pixelCapacity {
      marks.deallocate()
      marks = .allocate(capacity: pixels)
      pixelCapacity = pixels
    }
    if blocks > blockCapacity {
      for buffer in [thresholds, lowest, highest, means] { buffer.deallocate() }
      (thresholds, lowest) = (.allocate(capacity: blocks), .allocate(capacity: blocks))
      (highest, means) = (.allocate(capacity: blocks), .allocate(capacity: blocks))
      blockCapacity = blocks
    }
  }

  /// Marks the dark pixels of a plane.
  ///
  /// - Parameters:
  ///   - plane: a plane of any size.
  ///   - spans: the columns of blocks to examine, for each row of blocks; the others count as light.
  ///   - measure: the threshold with which a pixel is compared.
  func measure(_ plane: GreyView, spans: [Range<Int>], by measure: Measure) {
    (width, height) = (plane.width, plane.height)
    blockColumns = (width + Self.side - 1) / Self.side
    let rows = (height + Self.side - 1) / Self.side
    reserve(width * height, blockColumns * rows)
    marks.update(repeating: 0, count: width * height)
    let active = spans.indices.filter { !spans[$0].isEmpty && $0 < rows }
    guard let first = active.first, let last = active.last else { return }
    let left = max(0, (active.map { spans[$0].lowerBound }.min() ?? 0) - 2)
    let right = min(blockColumns, (active.map { spans[$0].upperBound }.max() ?? 0) + 2)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * blockColumns * Self.side) { lines in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: blockColumns * Self.side) { sums in
        guard let lines = lines.baseAddress, let sums = sums.baseAddress else { return }
        for row in max(0, first - 2)...min(rows - 1, last + 2) {
          measureBlocks(plane, row: row, columns: left..<right, lines, sums)
        }
        for row in active { mark(plane, row: row, of: rows, spans[row].clamped(to: 0..<blockColumns), measure, lines) }
      }
    }
  }

  /// Measures the blocks of a row, all of its pixel columns at once, in loops that the compiler vectorises.
  private func measureBlocks(
    _ plane: GreyView, row: Int, columns: Range<Int>, _ lines: UnsafeMutablePointer<UInt8>,
    _ sums: UnsafeMutablePointer<UInt16>
  ) {
    let side = Self.side
    let (start, end) = (columns.lowerBound * side, min(width, columns.upperBound * side))
    let (low, high) = (lines, lines + blockColumns * side)
    let rows = row * side..<min(height, row * side + side)
    for x in start..<end { (low[x], high[x], sums[x]) = (255, 0, 0) }
    for y in rows {
      let line = plane.pixels + y * width
      for x in start..<end {
        let value = line[x]
        low[x] = min(low[x], value)
        high[x] = max(high[x], value)
        sums[x] &+= UInt16(value)
      }
    }
    for column in columns {
      var (darkest, brightest, sum) = (UInt8(255), UInt8(0), 0)
      let cut = column * side..<min(width, column * side + side)
      for x in cut {
        darkest = min(darkest, low[x])
        brightest = max(brightest, high[x])
        sum &+= Int(sums[x])
      }
      let index = row * blockColumns + column
      (lowest[index], highest[index]) = (darkest, brightest)
      means[index] = UInt8(truncatingIfNeeded: sum / (cut.count * rows.count))
    }
  }

  private func mark(
    _ plane: GreyView, row: Int, of rows: Int, _ span: Range<Int>, _ measure: Measure,
    _ limits: UnsafeMutablePointer<UInt8>
  ) {
    let reach = measure == .nearMean ? 1 : 2
    let around = max(0, row - reach)...min(rows - 1, row + reach)
    let side = Self.side
    for column in span {
      let threshold = threshold(around, max(0, column - reach)...min(blockColumns - 1, column + reach), measure)
      thresholds[row * blockColumns + column] = threshold
      for x in column * side..<column * side + side { limits[x] = threshold }
    }
    let (start, end) = (span.lowerBound * side, min(width, span.upperBound * side))
    for y in row * side..<min(height, row * side + side) {
      let from = plane.pixels + y * width
      let to = marks + y * width
      for x in start..<end { to[x] = from[x] < limits[x] ? 1 : 0 }
    }
  }

  private func threshold(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>, _ measure: Measure) -> UInt8 {
    var (darkest, brightest, sum) = (UInt8(255), UInt8(0), 0)
    for row in rows {
      for index in row * blockColumns + columns.lowerBound...row * blockColumns + columns.upperBound {
        darkest = min(darkest, lowest[index])
        brightest = max(brightest, highest[index])
        sum &+= Int(means[index])
      }
    }
    guard brightest > darkest, brightest - darkest >= Self.contrast else { return 0 }
    guard measure == .midrange else { return UInt8(truncatingIfNeeded: sum / (rows.count * columns.count)) }
    return UInt8(truncatingIfNeeded: (Int(darkest) + Int(brightest) + 1) / 2)
  }
}
