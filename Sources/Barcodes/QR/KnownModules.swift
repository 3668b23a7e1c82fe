/// Modules with a known colour, which are compared with the brightness in a frame.
struct KnownModules {
  /// A known module, by its middle.
  struct Module {
    let x: Double
    let y: Double
    /// −1 for dark, as darkness is a low value, and 1 for light.
    let sign: Float

    init(x: Double, y: Double, isDark: Bool) {
      (self.x, self.y, sign) = (x, y, isDark ? -1 : 1)
    }
  }

  private let modules: [Module]
  /// The sum of the signs.
  private let balance: Float

  init(_ modules: [Module]) {
    self.modules = modules
    balance = modules.reduce(0) { $0 + $1.sign }
  }

  /// Returns the correlation of the brightness with the modules: 1 is full, 0 is none. It does not depend on contrast
  /// or brightness.
  @inline(__always)
  func correlation(inverted: Bool, _ brightness: (Double, Double) -> Float) -> Float {
    var (sum, squares, product) = (Float(0), Float(0), Float(0))
    for module in modules {
      let grey = brightness(module.x, module.y)
      sum += grey
      squares += grey * grey
      product += grey * module.sign
    }
    let count = Float(modules.count)
    let variance = squares - sum * sum / count
    let spread = count - balance * balance / count
    // Without any contrast there is no correlation.
    guard variance > count, spread > 0 else { return 0 }
    let result = (product - sum * balance / count) / (variance * spread).squareRoot()
    return inverted ? -result : result
  }

  /// Returns the modules that every code of a version has, relative to its upper left corner.
  static func all(of version: QRVersion) -> KnownModules { byVersion[version.number - 1] }

  private static let byVersion: [KnownModules] = (1...40).compactMap { QRVersion($0) }.map { version in
    let side = version.side
    var known: [Module] = []
    func add(_ x: Int, _ y: Int, _ isDark: Bool) {
      known.append(Module(x: Double(x) + 0.5, y: Double(y) + 0.5, isDark: isDark))
    }
    for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)] {
      for y in -1...7 {
        for x in -1...7 where (0..<side).contains(left + x) && (0..<side).contains(top + y) {
          let ring = max(abs(x - 3), abs(y - 3))
          add(left + x, top + y, ring == 3 || ring < 2)
        }
      }
    }
    for step in 8..<side - 8 {
      add(step, 6, step.isMultiple(of: 2))
      add(6, step, step.isMultiple(of: 2))
    }
    for (x, y) in version.alignmentMiddles {
      for down in -2...2 {
        for across in -2...2 { add(x + across, y + down, max(abs(across), abs(down)) != 1) }
      }
    }
    return KnownModules(known)
  }

  /// An alignment pattern, relative to its middle.
  static let alignment = KnownModules(
    (-2...2).flatMap { y in
      (-2...2).map { x in Module(x: Double(x), y: Double(y), isDark: max(abs(x), abs(y)) != 1) }
    })
}
