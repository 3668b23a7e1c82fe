internal import Glibc
internal import Imaging

/// Finds places by growing them from the cells with the strongest edges of one direction.
///
/// `PlaceFinder` joins cells above a fixed strength, so that a strong code can flow together with weak print, folds or
/// wood beside it. Here a cell belongs to a place only if it is strong in relation to the cell in which the place
/// began. The buffers are reused.
final class PlaceGrower {
  private var map = CellMap()
  /// The tensors of windows of 3 × 3 cells, per pixel.
  private var windows: [GradientTensor] = []
  /// The norm of the directed part of each window.
  private var norms: [Float] = []
  /// The energy of one direction in each window; 0 where there is none.
  private var single: [Float] = []
  /// The strength of each cell as a seed, and what is left of it.
  private var strength: [Float] = []
  private var left: [Float] = []
  private var wide: [GradientTensor] = []
  private var marks: [Int32] = []
  private var mark: Int32 = 0
  private var members: [Int] = []

  /// The rules for cells of one side.
  private struct Grain {
    /// The least energy of a cell and of a seed, in squared grey levels.
    let floor: Float
    let coherence: Float
    /// The number of seeds in each size of the frame.
    let seeds: Int
    let cellsLeast: Int
  }

  private static let usual = Grain(floor: 20, coherence: 0.45, seeds: 16, cellsLeast: 6)
  /// Small cells have directions by chance, where there is little energy.
  private static let fine = Grain(floor: 200, coherence: 0.5, seeds: 24, cellsLeast: 12)
  /// The energy relative to that of the seed, and the cosine of twice the angle, within which a cell belongs to a
  /// place: 20° for a straight code, 36° for one whose bars fan out.
  private static let rules: [(share: Float, likeness: Float)] = [(0.1, 0.766), (0.2, 0.309)]

  /// Finds the places of all sizes of a frame.
  ///
  /// - Parameters:
  ///   - pyramid: the sizes.
  ///   - whole: the map of the full size.
  ///   - limit: the maximum number of places.
  /// - Returns: the places, the likeliest first.
  func places(in pyramid: FramePyramid, _ whole: CellMap, limit: Int) -> [GrownPlace] {
    var found: [GrownPlace] = []
    for (level, frame) in pyramid.levels.enumerated() {
      if level == 0 { map = whole } else { map.measure(frame) }
      measure(Self.usual)
      grow(scale: Float(1 << level), Self.usual, &found)
    }
    return Self.likeliest(of: found, besides: [], limit)
  }

  /// Finds the places of low codes, whose bars are only a few cells high.
  ///
  /// - Parameters:
  ///   - frame: the full size.
  ///   - others: the places that were found in larger cells.
  ///   - limit: the maximum number of places.
  /// - Returns: other places, the likeliest first.
  func lowPlaces(in frame: LumaFrame, besides others: [GrownPlace], limit: Int) -> [GrownPlace] {
    var found: [GrownPlace] = []
    map.measureFinely(frame)
    measure(Self.fine)
    grow(scale: 1, Self.fine, &found)
    return Self.likeliest(of: found, besides: others, limit)
  }

  private static func likeliest(of found: [GrownPlace], besides others: [GrownPlace], _ limit: Int) -> [GrownPlace] {
    let possible = found.filter {
      $0.place.length > 45 && $0.place.height > 6 && $0.place.length > 0.35 * $0.place.height
    }
    var kept: [GrownPlace] = []
    for place in possible.sorted(by: { $0.place.energy > $1.place.energy })
    where kept.count < limit && !(others + kept).contains(where: { $0.isAboutTheSame(as: place) }) {
      kept.append(place)
    }
    return kept
  }

  /// Measures the windows and the strengths of all cells.
  private func measure(_ grain: Grain) {
    let count = map.columns * map.rows
    if windows.count < count {
      windows = Array(repeating: GradientTensor(), count: count)
      wide = windows
      single = Array(repeating: 0, count: count)
      norms = single
      strength = single
      left = single
      marks = Array(repeating: 0, count: count)
      mark = 0
    }
    sum(map.tensors, reach: 1, scale: 1 / Float(9 * map.side * map.side), &windows)
    for index in 0..<count {
      let window = windows[index]
      let norm = (window.upright * window.upright + window.slanted * window.slanted).squareRoot()
      let isSingle = norm > grain.coherence * window.energy && window.energy > grain.floor
      norms[index] = norm
      single[index] = isSingle ? max(0, 2 * norm - 0.8 * window.energy) : 0
    }
    sum(windows, reach: 1, scale: 1 / 9, &wide)
    // A low code has more paper than bars in a window of five cells.
    for index in 0..<count { strength[index] = 0.7 * Self.strength(wide[index]) }
    sum(windows, reach: 2, scale: 1 / 25, &wide)
    for index in 0..<count {
      strength[index] = max(strength[index], Self.strength(wide[index]))
      left[index] = strength[index]
    }
  }

  private static func strength(_ tensor: GradientTensor) -> Float {
    2 * (tensor.upright * tensor.upright + tensor.slanted * tensor.slanted).squareRoot() - tensor.energy
  }

  /// Sums the tensors of the windows around all cells; outside the map there is nothing.
  private func sum(_ from: [GradientTensor], reach: Int, scale: Float, _ to: inout [GradientTensor]) {
    let (columns, rows) = (map.columns, map.rows)
    withUnsafeTemporaryAllocation(of: GradientTensor.self, capacity: columns) { lines in
      from.withUnsafeBufferPointer { from in
        to.withUnsafeMutableBufferPointer { to in
          for row in 0..<rows {
            lines.initialize(repeating: GradientTensor())
            for near in max(0, row - reach)...min(rows - 1, row + reach) {
              for column in 0..<columns { lines[column] += from[near &* columns &+ column] }
            }
            for column in 0..<columns {
              var sum = GradientTensor()
              for near in max(0, column - reach)...min(columns - 1, column + reach) { sum += lines[near] }
              to[row * columns + column] = sum * scale
            }
          }
        }
      }
    }
  }

  private func grow(scale: Float, _ grain: Grain, _ found: inout [GrownPlace]) {
    let (columns, rows) = (map.columns, map.rows)
    let count = columns * rows
    for _ in 0..<grain.seeds {
      var seed = 0
      for index in 1..<max(1, count) where left[index] > left[seed] { seed = index }
      guard count > 0, left[seed] >= grain.floor else { return }
      let (row, column) = (seed / columns, seed % columns)
      for near in max(0, row - 2)...min(rows - 1, row + 2) {
        for beside in max(0, column - 2)...min(columns - 1, column + 2) { left[near * columns + beside] = 0 }
      }
      for rule in Self.rules {
        collect(from: seed, rule)
        for member in members { left[member] = 0 }
        if members.count >= grain.cellsLeast { found.append(place(scale: scale)) }
      }
    }
  }

  /// Collects the cells that belong to the place of a seed.
  private func collect(from seed: Int, _ rule: (share: Float, likeness: Float)) {
    // Local variables spare a check of each access.
    var (members, marks) = ([seed], [Int32]())
    swap(&marks, &self.marks)
    self.mark += 1
    let (columns, rows, mark) = (map.columns, map.rows, self.mark)
    marks[seed] = mark
    let floor = rule.share * strength[seed]
    let (upright, slanted) = (wide[seed].upright, wide[seed].slanted)
    let norm = (upright * upright + slanted * slanted).squareRoot()
    let reach = 3
    var next = 0
    windows.withUnsafeBufferPointer { windows in
      norms.withUnsafeBufferPointer { norms in
        single.withUnsafeBufferPointer { single in
          while next < members.count {
            let (row, column) = (members[next] / columns, members[next] % columns)
            next += 1
            for near in max(0, row - reach)...min(rows - 1, row + reach) {
              let rest = reach - abs(near - row)
              for index in near * columns + max(0, column - rest)...near * columns + min(columns - 1, column + rest) {
                guard marks[index] != mark, single[index] > floor else { continue }
                let window = windows[index]
                guard window.upright * upright + window.slanted * slanted > rule.likeness * norm * norms[index] else {
                  continue
                }
                marks[index] = mark
                members.append(index)
              }
            }
          }
        }
      }
    }
    swap(&marks, &self.marks)
    self.members = members
  }

  /// Returns the place of the collected cells, in pixels of the full size.
  private func place(scale: Float) -> GrownPlace {
    let side = Float(map.side)
    var (upright, slanted, energy): (Float, Float, Float) = (0, 0, 0)
    for member in members {
      upright += windows[member].upright
      slanted += windows[member].slanted
      energy += single[member]
    }
    let angle = atan2f(slanted, upright) / 2
    let (c, s) = (cosf(angle), sinf(angle))
    let points = members.map { member -> (u: Float, v: Float, weight: Float) in
      let x = (Float(member % map.columns) + 0.5) * side + 0.5
      let y = (Float(member / map.columns) + 0.5) * side + 0.5
      return (x * c + y * s, y * c - x * s, single[member])
    }
    let u = Self.extent(points.map(\.u), cutting: 0.005, side)
    let v = Self.extent(points.map(\.v), cutting: 0.03, side)
    let (middleU, middleV) = ((u.lowerBound + u.upperBound) / 2, (v.lowerBound + v.upperBound) / 2)
    let (length, height) = (u.upperBound - u.lowerBound, v.upperBound - v.lowerBound)
    let half = length / 2
    let line = Self.middleLine(points.map { (($0.u - middleU) / half, $0.v - middleV, $0.weight) })
    let rests = points.map { point -> Float in
      let t = (point.u - middleU) / half
      return point.v - middleV - (line.0 + t * (line.1 + t * line.2))
    }
    let rest = Self.extent(rests, cutting: 0.03, side)
    let fill = min(1, Float(members.count) * side * side / (length * height))
    return GrownPlace(
      place: BarPlace(
        x: (middleU * c - middleV * s) * scale, y: (middleU * s + middleV * c) * scale, alongX: c, alongY: s,
        length: length * scale, height: height * scale,
        energy: energy * scale * fill * fill / max(1, height / length)),
      middle: (
        offset: (line.0 + (rest.lowerBound + rest.upperBound) / 2) * scale,
        slope: min(0.7, max(-0.7, line.1 / half)), bend: line.2 / (half * half * scale)
      ),
      height: (rest.upperBound - rest.lowerBound) * scale)
  }

  /// Returns the range of values without a share at both ends, widened by half a cell.
  private static func extent(_ values: [Float], cutting share: Float, _ side: Float) -> ClosedRange<Float> {
    var values = values
    let cut = Int((Float(values.count - 1) * share).rounded())
    let low = smallest(cut, of: &values)
    let high = smallest(values.count - 1 - cut, of: &values)
    return low - side / 2...high + side / 2
  }

  /// Returns the value with an index in ascending order, and partly sorts the values.
  private static func smallest(_ index: Int, of values: inout [Float]) -> Float {
    values.withUnsafeMutableBufferPointer { values in
      var (low, high) = (0, values.count - 1)
      while low < high {
        let pivot = values[low + (high - low) / 2]
        var (left, right) = (low, high)
        while left <= right {
          while values[left] < pivot { left += 1 }
          while values[right] > pivot { right -= 1 }
          guard left <= right else { break }
          values.swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
        if index <= right { high = right } else if index >= left { low = left } else { break }
      }
      return values[index]
    }
  }

  /// Fits a parabola to weighted points, a straight line to few.
  private static func middleLine(_ points: [(t: Float, v: Float, weight: Float)]) -> (Float, Float, Float) {
    let unknowns = points.count > 30 ? 3 : 2
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    var right = [Double](repeating: 0, count: unknowns)
    for point in points {
      let row = [1, Double(point.t), Double(point.t * point.t)]
      for i in 0..<unknowns {
        right[i] += Double(point.weight * point.v) * row[i]
        for j in 0..<unknowns { matrix[i * unknowns + j] += Double(point.weight) * row[i] * row[j] }
      }
    }
    guard let solution = LinearSystem.solve(&matrix, &right, unknowns) else { return (0, 0, 0) }
    return (Float(solution[0]), Float(solution[1]), unknowns > 2 ? Float(solution[2]) : 0)
  }
}
