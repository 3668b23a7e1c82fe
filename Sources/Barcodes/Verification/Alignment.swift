/// How a pattern lies on a line: modules to samples, with a bend for paper that is curved or seen aslant.
struct Alignment {
  /// The place of the pattern's middle, in samples.
  var middle: Float
  /// From the middle to the end, in samples; negative where the code runs backwards.
  var half: Float
  /// How far the middle is off the mean of the ends, in samples.
  var bend: Float
  /// The same of the third degree.
  var twist: Float
  /// How much wider than printed each bar is on each side, in modules: ink runs, and light does.
  var spread: Float
  /// How far edges lie from where the pattern has them: the root of the mean square, in modules.
  var residual: Float
  /// The pattern's length, in modules.
  var length: Float

  private static let unknowns = 5

  /// Samples in a module.
  var module: Float { abs(half) * 2 / length }

  /// The place of a module, in samples.
  func place(_ module: Float) -> Float {
    let t = 2 * module / length - 1
    return middle + t * (half + t * (bend + t * twist))
  }

  /// Lays a pattern's edges on edges that were found, by least squares.
  ///
  /// - Parameters:
  ///   - pattern: its edges, as many as are taken of those found.
  ///   - edges: of a line.
  ///   - first: the one on which the pattern's first edge comes to lie.
  ///   - isBackwards: whether the pattern's next edge lies on the one before instead of the one after.
  /// - Returns: nil where there are not enough edges, or they are in no way the pattern's.
  init?(_ pattern: BarPattern, on edges: [Float], first: Int, isBackwards: Bool) {
    let count = pattern.edges.count
    let last = isBackwards ? first - count + 1 : first + count - 1
    guard count >= 6, edges.indices.contains(first), edges.indices.contains(last) else { return nil }
    length = pattern.length
    let unknowns = Self.unknowns
    // The unknowns are middle, half, bend, spread times a module, and twist.
    var sums = [Double](repeating: 0, count: Self.unknowns * Self.unknowns)
    var right = [Double](repeating: 0, count: Self.unknowns)
    for index in 0..<count {
      let t = Double(2 * pattern.edges[index] / length - 1)
      let row = [1, t, t * t, index % 2 == 0 ? -1 : 1, t * t * t]
      let x = Double(edges[isBackwards ? first - index : first + index])
      for i in 0..<unknowns {
        right[i] += row[i] * x
        for j in 0..<unknowns { sums[unknowns * i + j] += row[i] * row[j] }
      }
    }
    guard let solution = Alignment.solve(&sums, &right) else { return nil }
    middle = Float(solution[0])
    half = Float(solution[1])
    bend = Float(solution[2])
    twist = Float(solution[4])
    let perModule = half * 2 / length
    guard abs(perModule) > 0.3, (half < 0) == isBackwards, abs(bend) < 0.5 * abs(half),
      abs(twist) < 0.2 * abs(half)
    else { return nil }
    spread = Float(solution[3]) / perModule
    residual = 0
    var square: Float = 0
    for index in 0..<count {
      let x = edges[isBackwards ? first - index : first + index]
      let ideal = place(pattern.edges[index]) + (index % 2 == 0 ? -1 : 1) * spread * perModule
      square += (x - ideal) * (x - ideal)
    }
    residual = (square / Float(count)).squareRoot() / abs(perModule)
  }

  /// Gauss's elimination.
  private static func solve(_ a: inout [Double], _ b: inout [Double]) -> [Double]? {
    for column in 0..<unknowns {
      guard
        let pivot = (column..<unknowns).max(by: { abs(a[unknowns * $0 + column]) < abs(a[unknowns * $1 + column]) }),
        abs(a[unknowns * pivot + column]) > 1e-9
      else { return nil }
      if pivot != column {
        for k in 0..<unknowns { a.swapAt(unknowns * pivot + k, unknowns * column + k) }
        b.swapAt(pivot, column)
      }
      for row in column + 1..<unknowns {
        let factor = a[unknowns * row + column] / a[unknowns * column + column]
        for k in column..<unknowns { a[unknowns * row + k] -= factor * a[unknowns * column + k] }
        b[row] -= factor * b[column]
      }
    }
    var x = [Double](repeating: 0, count: Self.unknowns)
    for row in (0..<unknowns).reversed() {
      var sum = b[row]
      for k in row + 1..<unknowns { sum -= a[unknowns * row + k] * x[k] }
      x[row] = sum / a[unknowns * row + row]
    }
    return x
  }
}
