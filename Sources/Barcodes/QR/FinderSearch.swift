/// Finds finder patterns: nested squares. Every line through the middle crosses dark, light, dark, light and dark in
/// the widths 1, 1, 3, 1 and 1 (ISO/IEC 18004, 6.3.3), at any rotation.
struct FinderSearch {
  private let plane: GreyView
  private let map: DarkMap
  /// The map's buffers and sizes. A walk reads them for each pixel, and the properties of a class are checked for other
  /// accesses each time.
  private let marks: UnsafePointer<UInt8>
  private let thresholds: UnsafePointer<UInt8>
  private let width: Int
  private let height: Int
  private let blockColumns: Int
  /// The distance in pixels from one line to the next.
  let step: Int

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - plane: the plane to search.
  ///   - map: the plane's dark pixels. It must not measure another plane while the search is used.
  ///   - step: the distance in pixels from one line to the next.
  init(_ plane: GreyView, _ map: DarkMap, step: Int) {
    self.plane = plane
    self.map = map
    (marks, thresholds) = (UnsafePointer(map.marks), UnsafePointer(map.thresholds))
    (width, height, blockColumns) = (map.width, map.height, map.blockColumns)
    self.step = step
  }

  /// Returns the patterns in a plane, the most certain first.
  ///
  /// - Parameters:
  ///   - spans: the columns to search, for each row of the map's blocks.
  ///   - phase: the number of the first line.
  /// - Returns: each pattern once, with its middle and the number of lines on which it was found.
  func finders(spans: [Range<Int>], phase: Int) -> [FinderPattern] {
    var finders: [FinderPattern] = []
    // The patterns that the next lines can cross, in order. Textures have thousands, and each line crosses few.
    var near: [Int] = []
    for y in stride(from: phase % step, to: height, by: step) {
      let span = spans[y / DarkMap.side]
      guard !span.isEmpty else { continue }
      near.removeAll { finders[$0].ends(above: Double(y)) }
      scan(y, span.lowerBound * DarkMap.side, min(width, span.upperBound * DarkMap.side), &finders, &near)
    }
    finders.sort { $0.count > $1.count }
    return finders
  }

  /// Scans a line, from one change between dark and light to the next.
  private func scan(_ y: Int, _ left: Int, _ right: Int, _ finders: inout [FinderPattern], _ near: inout [Int]) {
    let line = UnsafeRawPointer(marks + y * width)
    // The positions of the last five changes, oldest first.
    var (c0, c1, c2, c3, c4) = (left, left, left, left, left)
    var changes = 0
    var x = left
    var current = line.load(fromByteOffset: left, as: UInt8.self)
    while x < right {
      // Compares eight pixels at once: the first pixel of the other kind is the lowest byte that differs.
      let all = current == 0 ? 0 : 0x0101_0101_0101_0101 as UInt64
      while x + 8 <= right {
        let other = line.loadUnaligned(fromByteOffset: x, as: UInt64.self) ^ all
        if other != 0 {
          x += other.trailingZeroBitCount >> 3
          break
        }
        x += 8
      }
      while x < right, line.load(fromByteOffset: x, as: UInt8.self) == current { x += 1 }
      // A run ends here. It also ends at the end of the line: a code may touch the edge of the frame.
      changes += 1
      if changes >= 5, Self.isFinder(c1 - c0, c2 - c1, c3 - c2, c4 - c3, x - c4) {
        add(Double(c2 + c3 - 1) / 2, y, Double(x - c0), isInverted: current == 0, &finders, &near)
      }
      (c0, c1, c2, c3, c4) = (c1, c2, c3, c4, x)
      current ^= 1
    }
  }

  /// Returns true if five widths can be those of a finder pattern.
  ///
  /// Spreading ink makes dark runs wider and light runs narrower by the same amount, so the width of a dark and a light
  /// run together stays the same. In addition, each edge may be off by half a pixel.
  @inline(__always)
  private static func isFinder(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Bool {
    let total = a + b + c + d + e
    // A module is `total` sevenths of a pixel wide.
    guard total >= 7, c > a, c > b, c > d, c > e else { return false }
    let slack = (total * 6) / 10 + 6
    return abs(7 * (a + b) - 2 * total) <= slack && abs(7 * (d + e) - 2 * total) <= slack
      && abs(7 * (b + c) - 4 * total) <= slack && abs(7 * (c + d) - 4 * total) <= slack
  }

  private func add(
    _ x: Double, _ y: Int, _ total: Double, isInverted: Bool, _ finders: inout [FinderPattern], _ near: inout [Int]
  ) {
    // Most lines through a pattern find one that is already known.
    let row = Double(y)
    for index in near.reversed() where finders[index].isInverted == isInverted && finders[index].count > 1 {
      let known = finders[index]
      if abs(known.centre.x - x) < known.module, known.isCrossed(at: row) {
        finders[index].count += 1
        return
      }
    }
    let start = PlanePoint(x: x, y: row)
    guard let down = crossing(start, PlanePoint(x: 0, y: 1), limit: total, isInverted: isInverted), down.isFinder,
      down.length < 2.5 * total, total < 2.5 * down.length
    else { return }
    let second = PlanePoint(x: x, y: row + down.shift)
    guard let across = crossing(second, PlanePoint(x: 1, y: 0), limit: total, isInverted: isInverted), across.isFinder
    else { return }
    let third = PlanePoint(x: x + across.shift, y: second.y)
    let half = 0.5.squareRoot()
    let slanted = [PlanePoint(x: half, y: half), PlanePoint(x: half, y: -half)].contains { way in
      crossing(third, way, limit: 1.5 * total, isInverted: isInverted)?.isFinder == true
    }
    guard slanted else { return }
    let finder = FinderPattern(centre: third, module: (across.length + down.length) / 14, isInverted: isInverted)
    for index in finders.indices where finders[index].merge(finder) {
      // It moved, maybe towards the next lines.
      if !near.contains(index) { near.insert(index, at: near.firstIndex { $0 > index } ?? near.endIndex) }
      return
    }
    near.append(finders.count)
    finders.append(finder)
  }

  /// The edges that a straight line through the middle of a pattern crosses.
  struct Crossing {
    /// The distances from the start to the three edges in the line's direction, and in the opposite direction.
    let ahead: SIMD3<Double>
    let behind: SIMD3<Double>

    var length: Double { ahead[2] + behind[2] }
    /// The distance from the start to the middle, in the line's direction.
    var shift: Double { (ahead - behind).sum() / 6 }

    var isFinder: Bool {
      let module = length / 7
      // The middle is 3 modules wide. From its edge to the outer edge are 2 on each side, with the start of the ring
      // half-way.
      let middle = ahead[0] + behind[0]
      func fits(_ value: Double, _ modules: Double, _ tolerance: Double) -> Bool {
        abs(value - modules * module) < tolerance * module + 0.35
      }
      return fits(middle, 3, 1) && fits(ahead[2] - ahead[0], 2, 0.7) && fits(behind[2] - behind[0], 2, 0.7)
        && ahead[1] - ahead[0] > 0.3 * module && behind[1] - behind[0] > 0.3 * module
        && ahead[2] - ahead[1] > 0.3 * module && behind[2] - behind[1] > 0.3 * module
    }
  }

  /// Follows a line from a pattern's middle both ways over its three edges.
  ///
  /// - Parameters:
  ///   - start: a point close to the middle.
  ///   - way: the direction, of length 1.
  ///   - limit: the maximum number of pixels each way.
  ///   - isInverted: true if the middle is light.
  /// - Returns: nil if the start is not inside a pattern, or an edge is not found.
  func crossing(_ start: PlanePoint, _ way: PlanePoint, limit: Double, isInverted: Bool) -> Crossing? {
    guard let ahead = edges(start, way, limit, isInverted), let behind = edges(start, way * -1, limit, isInverted)
    else { return nil }
    return Crossing(ahead: ahead, behind: behind)
  }

  /// Returns the distances from the middle of a pattern to its three edges in one direction, to a fraction of a pixel.
  private func edges(_ start: PlanePoint, _ way: PlanePoint, _ limit: Double, _ isInverted: Bool) -> SIMD3<Double>? {
    var found = SIMD3<Double>()
    var edge = 0
    var wanted: UInt8 = isInverted ? 0 : 1
    // Positive numbers are rounded down by the conversion itself: a walk of 4,001 pixels can end that far outside.
    let bias = 8192
    let (x, y) = (start.x + 0.5 + Double(bias), start.y + 0.5 + Double(bias))
    for step in 0...Int(min(limit, 4000)) + 1 {
      let column = Int(x + way.x * Double(step)) - bias
      let row = Int(y + way.y * Double(step)) - bias
      guard column >= 0, row >= 0, column < width, row < height else {
        // Beyond the edge of the frame, pixels count as outside the pattern.
        guard edge == 2 else { return nil }
        found[2] = Double(step) - 0.5
        return found
      }
      guard marks[row * width + column] != wanted else {
        // The middle's edge is less than half as far away as the last one; a bar, in contrast, continues.
        if edge == 0, Double(step) > 0.6 * limit + 1 { return nil }
        continue
      }
      guard step > 0 else { return nil }
      found[edge] = Double(step) - 1 + part(start, way, step, column, row)
      edge += 1
      wanted ^= 1
      if edge == 3 { return found }
      // A run that is wider than the middle is not a ring.
      if edge > 1, found[edge - 1] > 3.2 * found[0] + 2 { return nil }
    }
    return nil
  }

  /// Returns the position between the last two pixels of a walk at which the brightness crosses the threshold, 0 to 1.
  private func part(_ start: PlanePoint, _ way: PlanePoint, _ step: Int, _ column: Int, _ row: Int) -> Double {
    let threshold = Float(thresholds[row / DarkMap.side * blockColumns + column / DarkMap.side])
    let value = plane(start + way * Double(step))
    let last = plane(start + way * Double(step - 1))
    guard threshold > 0, abs(value - last) > 1 else { return 0.5 }
    return Double(min(1, max(0, (threshold - last) / (value - last))))
  }
}
