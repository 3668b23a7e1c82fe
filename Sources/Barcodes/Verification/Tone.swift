/// The brightness of ink and of paper along a code, each changing linearly: a + b·t + (c + d·t)·model.
struct Tone {
  private var terms: (Float, Float, Float, Float) = (0, 0, 0, 0)
  private var middle: Float
  private var scale: Float
  /// The weighted square sum of the residuals.
  private(set) var error: Float = 0
  /// The weighted square sum about the mean.
  private(set) var total: Float = 0
  /// The sum of all weights.
  private(set) var weight: Float = 0

  /// Creates a constant tone from the brightness of ink and of paper.
  init(ink: Float, paper: Float) {
    terms = (ink, 0, paper - ink, 0)
    middle = 0
    scale = 0
  }

  /// Fits a tone by least squares.
  ///
  /// - Returns: nil if the model does not determine one.
  init?(_ profile: BarProfile, _ model: [Float], length: Float) {
    middle = length / 2
    scale = 2 / length
    var a = (Double.zero, Double.zero, Double.zero, Double.zero, Double.zero, Double.zero, Double.zero, Double.zero)
    var (s0, s1, s2): (Double, Double, Double) = (0, 0, 0)
    var (p0, p1, p2, p3, pp): (Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0)
    for index in 0..<profile.count {
      let w = Double(profile.weights[index])
      guard w > 0 else { continue }
      let t = Double((profile.modules[index] - middle) * scale)
      let p = Double(profile.values[index]) - 128
      let m = Double(model[index])
      let (wt, wm, wp) = (w * t, w * m, w * p)
      let wmt = wm * t
      s0 += w
      s1 += wt
      s2 += wt * t
      a.0 += wm
      a.1 += wmt
      a.2 += wmt * t
      a.3 += wm * m
      a.4 += wmt * m
      a.5 += wmt * m * t
      p0 += wp
      p1 += wp * t
      p2 += wp * m
      p3 += wp * m * t
      pp += wp * p
    }
    guard s0 > 4 else { return nil }
    var matrix = [s0, s1, a.0, a.1, s1, s2, a.1, a.2, a.0, a.1, a.3, a.4, a.1, a.2, a.4, a.5]
    var right = [p0, p1, p2, p3]
    guard let x = LinearSystem.solve(&matrix, &right, 4) else { return nil }
    weight = Float(s0)
    total = Float(pp - p0 * p0 / s0)
    // In a least squares solution the error is the square sum minus the part that the solution explains.
    error = Float(max(0, pp - x[0] * p0 - x[1] * p1 - x[2] * p2 - x[3] * p3))
    terms = (Float(x[0]) + 128, Float(x[1]), Float(x[2]), Float(x[3]))
  }

  /// True if paper is brighter than ink at both ends.
  var isDarkOnLight: Bool { terms.2 - abs(terms.3) > 0 }

  /// Returns the brightness of ink, and the difference to that of paper, at a module.
  func tones(at module: Float) -> (ink: Float, contrast: Float) {
    let t = (module - middle) * scale
    return (terms.0 + terms.1 * t, terms.2 + terms.3 * t)
  }
}
