/// The brightness of every module of a code, and its conversion to dark and light modules.
struct ModuleSamples {
  private let version: QRVersion
  private let isInverted: Bool
  /// `side * side`, row by row.
  private let values: [Float]

  init(_ grid: ModuleGrid, _ plane: GreyView) {
    version = grid.version
    isInverted = grid.isInverted
    let side = version.side
    let size = (grid.corners[1] - grid.corners[0]).length / Double(side)
    // Large modules are sampled at several points of their middle part. Small modules are sampled only at their centre:
    // the next module is too close.
    let offsets: [(Double, Double)] =
      size > 2.5 ? [(0, 0), (-0.2, -0.2), (0.2, -0.2), (-0.2, 0.2), (0.2, 0.2)] : [(0, 0)]
    values = [Float](unsafeUninitializedCapacity: side * side) { buffer, count in
      for y in 0..<side {
        for x in 0..<side {
          var sum: Float = 0
          for offset in offsets {
            sum += plane(grid.homography(Double(x) + 0.5 + offset.0, Double(y) + 0.5 + offset.1))
          }
          buffer[y * side + x] = sum / Float(offsets.count)
        }
      }
      count = side * side
    }
  }

  private init(_ version: QRVersion, isInverted: Bool, values: [Float]) {
    self.version = version
    self.isInverted = isInverted
    self.values = values
  }

  /// The clarity of the modules as either dark or light, 0 to 1: a sample between two modules is neither.
  var clarity: Float {
    let mean = values.reduce(0, +) / Float(values.count)
    var (sum, squares) = (Float(0), Float(0))
    for value in values {
      sum += abs(value - mean)
      squares += (value - mean) * (value - mean)
    }
    let deviation = (squares / Float(values.count)).squareRoot()
    return deviation > 1 ? sum / Float(values.count) / deviation : 0
  }

  /// Returns the samples without the light that the lens spread from the four neighbours.
  ///
  /// - Parameter share: the part of each neighbour's light in a module's sample.
  /// - Returns: the same number of samples, with more contrast than before.
  func sharpened(by share: Float) -> ModuleSamples {
    let side = version.side
    var result = values
    for y in 0..<side {
      for x in 0..<side {
        let index = y * side + x
        let own = values[index]
        let left = x > 0 ? values[index - 1] : own
        let right = x < side - 1 ? values[index + 1] : own
        let above = y > 0 ? values[index - side] : own
        let below = y < side - 1 ? values[index + side] : own
        result[index] = own + share * (4 * own - left - right - above - below)
      }
    }
    return ModuleSamples(version, isInverted: isInverted, values: result)
  }

  /// The threshold with which a module is compared.
  enum Measure: CaseIterable {
    /// The mean of the modules around it: masks balance dark and light.
    case mean
    /// Half-way between the darkest and the brightest module around it.
    case midrange
    /// A single value for the whole code, the mean of the dark and of the light modules' means.
    case whole
  }

  /// Returns the modules as dark or light.
  func modules(by measure: Measure) -> QRModules {
    let limits =
      switch measure {
      case .mean: boxed(reach: 4)
      case .midrange: middles(reach: 3)
      case .whole: [Float](repeating: level, count: values.count)
      }
    let areDark = zip(values, limits).map { ($0 < $1) != isInverted }
    return QRModules(version: version, areDark: areDark)
  }

  /// The threshold half-way between the mean of the darker and the mean of the brighter modules (Ridler and Calvard,
  /// 1978).
  private var level: Float {
    var level = values.reduce(0, +) / Float(values.count)
    for _ in 0..<8 {
      var (dark, darks, light, lights) = (Float(0), Float(0), Float(0), Float(0))
      for value in values {
        if value < level {
          (dark, darks) = (dark + value, darks + 1)
        } else {
          (light, lights) = (light + value, lights + 1)
        }
      }
      guard darks > 0, lights > 0 else { return level }
      level = (dark / darks + light / lights) / 2
    }
    return level
  }

  private func boxed(reach: Int) -> [Float] {
    around(reach: reach, start: (Float(0), Float(0))) {
      ($0.0 + $1, $0.1 + 1)
    } done: {
      $0.0 / $0.1
    }
  }

  private func middles(reach: Int) -> [Float] {
    around(reach: reach, start: (Float.infinity, -Float.infinity)) {
      (min($0.0, $1), max($0.1, $1))
    } done: {
      ($0.0 + $0.1) / 2
    }
  }

  private func around<Sum>(
    reach: Int, start: Sum, _ add: (Sum, Float) -> Sum, done: (Sum) -> Float
  ) -> [Float] {
    let side = version.side
    return values.withUnsafeBufferPointer { values in
      (0..<side * side).map { index in
        let (x, y) = (index % side, index / side)
        var sum = start
        for row in max(0, y - reach)...min(side - 1, y + reach) {
          for column in max(0, x - reach)...min(side - 1, x + reach) { sum = add(sum, values[row * side + column]) }
        }
        return done(sum)
      }
    }
  }
}
