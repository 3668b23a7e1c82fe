/// The alignment of a pattern with a line: it maps modules to samples, with a bend for paper that is curved or seen
/// obliquely.
struct Alignment {
  /// The position of the pattern's middle, in samples.
  var middle: Float
  /// The distance from the middle to the end, in samples; negative if the code runs backwards.
  var half: Float
  /// The distance of the middle from the mean of the ends, in samples.
  var bend: Float
  /// The coefficient of third degree, in samples.
  var twist: Float
  /// The width by which each bar is wider than printed on each side, in modules: ink and light spread.
  var spread: Float
  /// The root of the mean square of the distances between the edges and those of the pattern, in modules.
  var residual: Float
  /// The pattern's length, in modules.
  var length: Float

  private static let unknowns = 5

  /// The number of samples in a module.
  var module: Float { abs(half) * 2 / length }

  /// Returns the position of a module, in samples.
  func place(_ module: Float) -> Float {
    let t = 2 * module / length - 1
    return middle + t * (half + t * (bend + t * twist))
  }

  /// Returns the number of samples from one module to the next, at a module; negative if the code runs backwards.
  func slope(_ module: Float) -> Float {
    let t = 2 * module / length - 1
    return (half + t * (2 * bend + 3 * twist * t)) * 2 / length
  }

  /// Multiplies all distances from the middle.
  mutating func stretch(by factor: Float) {
    half *= factor
    bend *= factor
    twist *= factor
  }

  /// Creates a straight alignment between two positions.
  init(from first: Float, to last: Float, length: Float) {
    middle = (first + last) / 2
    half = (last - first) / 2
    (bend, twist, spread, residual) = (0, 0, 0, 0)
    self.length = length
  }

  /// Fits positions of a row to their modules by least squares; nil if they do not suffice.
  init?(places: [(module: Float, place: Float)], length: Float) {
    let unknowns = 4
    var sums = [Double](repeating: 0, count: unknowns * unknowns)
    var right = [Double](repeating: 0, count: unknowns)
    for (module, place) in places {
      let t = Double(2 * module / length - 1)
      let row = [1, t, t * t, t * t * t]
      for i in 0..<unknowns {
        right[i] += row[i] * Double(place)
        for j in 0..<unknowns { sums[unknowns * i + j] += row[i] * row[j] }
      }
    }
    guard let solution = LinearSystem.solve(&sums, &right, unknowns), abs(solution[1]) > 1 else { return nil }
    self.init(from: 0, to: 0, length: length)
    (middle, half, bend, twist) = (
      Float(solution[0]), Float(solution[1]), Float(solution[2]), Float(solution[3])
    )
  }

  /// Fits a pattern's edges to the edges of a line, by least squares. Nil if there are too few edges, or they cannot be
  /// the pattern's.
  ///
  /// - Parameters:
  ///   - pattern: the pattern; as many of the line's edges are used as it has.
  ///   - edges: the edges of the line.
  ///   - first: the index of the edge that corresponds to the pattern's first one.
  ///   - isBackwards: true if the pattern's next edge is the previous one of the line instead of the following one.
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
