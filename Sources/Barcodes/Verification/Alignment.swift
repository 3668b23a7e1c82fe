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

  /// Samples from one module to the next, at a module; negative where the code runs backwards.
  func slope(_ module: Float) -> Float {
    let t = 2 * module / length - 1
    return (half + t * (2 * bend + 3 * twist * t)) * 2 / length
  }

  /// A pattern that lies straight between two places.
  init(from first: Float, to last: Float, length: Float) {
    middle = (first + last) / 2
    half = (last - first) / 2
    (bend, twist, spread, residual) = (0, 0, 0, 0)
    self.length = length
  }

  /// Lays a pattern's edges on edges that were found, by least squares. Nil where there are not enough edges, or they
  /// are in no way the pattern's.
  ///
  /// - Parameters:
  ///   - pattern: its edges, as many as are taken of those found.
  ///   - edges: of a line.
  ///   - first: the one on which the pattern's first edge comes to lie.
  ///   - isBackwards: whether the pattern's next edge lies on the one before instead of the one after.
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
    guard let solution = LinearSystem.solve(&sums, &right, unknowns) else { return nil }
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
}
