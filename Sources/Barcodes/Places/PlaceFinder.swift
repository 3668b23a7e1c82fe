internal import Glibc

/// Finds where bars are: groups of adjacent cells whose edges have one common direction.
///
/// The buffers are reused from frame to frame.
final class PlaceFinder {
  private var halves = [CellMap(), CellMap()]
  private var windows: [GradientTensor] = []
  private var marks: [UInt8] = []
  private var stack: [Int32] = []
  private var members: [Int32] = []

  /// The mean square of the gradient from which on a cell is not empty, in halved grey levels. Sensor noise of 3 to 4
  /// levels stays below it.
  private static let energyFloor: Float = 30
  /// The same bound for a single cell, which may hold less than the window around it: wide bars leave it flat.
  private static let ownEnergyFloor: Float = 15
  /// The minimum coherence of bars. Bars with noise of a fifth of their contrast reach 0.9; text stays below 0.4.
  private static let coherenceFloor: Float = 0.55
  /// The cosine of twice the angle (20°) by which a cell's edges may differ from those of its neighbours.
  private static let likeness: Float = 0.766
  /// The largest distance, in cells, from a cell to one of the same group.
  private static let reach = 2
  /// The minimum number of cells that can hold a code.
  private static let cellsLeast = 8

  /// Returns the places where bars may be, the strongest first.
  ///
  /// - Parameters:
  ///   - map: the map of the frame.
  ///   - limit: the maximum number of places.
  /// - Returns: places, which may overlap.
  func places(in map: CellMap, limit: Int) -> [BarPlace] {
    var places: [BarPlace] = []
    find(in: map, &places)
    halves[0].halve(map)
    find(in: halves[0], &places)
    halves[1].halve(halves[0])
    find(in: halves[1], &places)
    places.sort { $0.energy > $1.energy }
    if places.count > limit { places.removeLast(places.count - limit) }
    return places
  }

  private func find(in map: CellMap, _ places: inout [BarPlace]) {
    mark(map)
    let finer = places.count
    for seed in 0..<map.columns * map.rows where marks[seed] == 1 {
      guard let place = grow(from: seed, in: map) else { continue }
      // A place that was found in finer cells has the more exact outline.
      if !places[..<finer].contains(where: { $0.isAboutTheSame(as: place) }) { places.append(place) }
    }
  }

  /// Marks with 1 the cells that may belong to bars.
  private func mark(_ map: CellMap) {
    let (columns, rows) = (map.columns, map.rows)
    let count = columns * rows
    if marks.count < count {
      marks = Array(repeating: 0, count: count)
      windows = Array(repeating: GradientTensor(), count: count)
      stack = Array(repeating: 0, count: count)
      members = Array(repeating: 0, count: count)
    }
    let sites = Float(map.side * map.side)
    map.tensors.withUnsafeBufferPointer { tensors in
      windows.withUnsafeMutableBufferPointer { windows in
        marks.withUnsafeMutableBufferPointer { marks in
          for row in 0..<rows {
            let (above, below) = (max(0, row - 1), min(rows - 1, row + 1))
            var before = GradientTensor()
            var here = Self.column(tensors, 0, above, below, columns)
            for column in 0..<columns {
              let after =
                column + 1 < columns ? Self.column(tensors, column + 1, above, below, columns) : GradientTensor()
              var window = before
              window += here
              window += after
              let index = row * columns + column
              let cells = Float((below - above + 1) * (1 + (column > 0 ? 1 : 0) + (column + 1 < columns ? 1 : 0)))
              let isStrong =
                window.energy > Self.energyFloor * sites * cells
                && tensors[index].energy > Self.ownEnergyFloor * sites
              let square = window.upright * window.upright + window.slanted * window.slanted
              let bound = Self.coherenceFloor * window.energy
              marks[index] = isStrong && square > bound * bound ? 1 : 0
              windows[index] = window
              before = here
              here = after
            }
          }
        }
      }
    }
  }

  private static func column(
    _ tensors: UnsafeBufferPointer<GradientTensor>, _ column: Int, _ above: Int, _ below: Int, _ columns: Int
  ) -> GradientTensor {
    var sum = GradientTensor()
    for row in above...below { sum += tensors[row * columns + column] }
    return sum
  }

  /// Collects the cells that are connected with one, and marks them with 2.
  private func grow(from seed: Int, in map: CellMap) -> BarPlace? {
    let (columns, rows) = (map.columns, map.rows)
    var count = 0
    var sum = GradientTensor()
    map.tensors.withUnsafeBufferPointer { tensors in
      var depth = 1
      stack[0] = Int32(seed)
      marks[seed] = 2
      // The direction is that of all cells so far: lens distortion turns bars gradually, and a chain of cells must not
      // turn with them.
      var (upright, slanted) = (windows[seed].upright, windows[seed].slanted)
      while depth > 0 {
        depth -= 1
        let cell = Int(stack[depth])
        members[count] = Int32(cell)
        count += 1
        sum += tensors[cell]
        upright += windows[cell].upright
        slanted += windows[cell].slanted
        let norm = (upright * upright + slanted * slanted).squareRoot()
        let (row, column) = (cell / columns, cell % columns)
        for nextRow in max(0, row - Self.reach)...min(rows - 1, row + Self.reach) {
          for nextColumn in max(0, column - Self.reach)...min(columns - 1, column + Self.reach) {
            let next = nextRow * columns + nextColumn
            guard marks[next] == 1 else { continue }
            let window = windows[next]
            let dot = window.upright * upright + window.slanted * slanted
            let length = (window.upright * window.upright + window.slanted * window.slanted).squareRoot()
            guard dot > Self.likeness * norm * length else { continue }
            marks[next] = 2
            stack[depth] = Int32(next)
            depth += 1
          }
        }
      }
    }
    return count >= Self.cellsLeast ? place(of: count, sum, columns, Float(map.side)) : nil
  }

  /// Returns the turned rectangle around the first members.
  private func place(of count: Int, _ sum: GradientTensor, _ columns: Int, _ side: Float) -> BarPlace {
    let angle = sum.angle
    let (c, s) = (cosf(angle), sinf(angle))
    var u = (low: Float.infinity, high: -Float.infinity)
    var v = u
    for index in 0..<count {
      let cell = Int(members[index])
      let x = (Float(cell % columns) + 0.5) * side
      let y = (Float(cell / columns) + 0.5) * side
      let (along, across) = (x * c + y * s, y * c - x * s)
      u = (min(u.low, along), max(u.high, along))
      v = (min(v.low, across), max(v.high, across))
    }
    let (middleU, middleV) = ((u.low + u.high) / 2, (v.low + v.high) / 2)
    return BarPlace(
      x: middleU * c - middleV * s, y: middleU * s + middleV * c, alongX: c, alongY: s,
      length: u.high - u.low + 2 * side, height: v.high - v.low + side, energy: sum.energy)
  }
}
