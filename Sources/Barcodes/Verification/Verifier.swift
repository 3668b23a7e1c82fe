internal import Glibc

/// What a line's brightness says about a reading of it.
struct Evidence {
  /// The part of the brightness's changes that the reading explains, 0 to 1.
  var fit: Float
  /// By how much the brightness speaks for the read sign rather than for its best rival, in nats, in the weakest cell;
  /// negative where a rival fits better.
  var weakest: Float
  /// The same in the cell that is the weakest but one.
  var second: Float
  var alignment: Alignment
}

/// Draws the bars that a reading would have, and compares them with the brightness they were read from: then every sign
/// that could stand in a cell competes for it.
///
/// A line reader measures widths and rounds them; this knows what blur, light and running ink do to a bar, and asks how
/// likely the brightness is under each sign. The check digit catches one wrong sign, so two cells must have gone wrong
/// for a wrong code.
///
/// The buffers stay.
final class Verifier {
  private var profile: [Float] = []
  private var model: [Float] = []
  private var trial: [Float] = []

  /// Samples in a module.
  private static let grain = 4
  /// What is looked at on each side of the code, in modules.
  private static let margin = 2
  /// Half the width of the ramp that blur makes of an edge, in modules.
  private static let ramps: [Float] = [0.3, 0.5, 0.75, 1.1, 1.6]

  /// Compares a reading with its line.
  ///
  /// - Parameters:
  ///   - pattern: the bars that were read.
  ///   - alignment: where they lie on the line.
  ///   - line: the brightness.
  ///   - count: samples of it.
  ///   - pixel: samples in a pixel: what lies closer together says the same.
  /// - Returns: nil where the line does not hold the code.
  func evidence(
    for pattern: BarPattern, _ alignment: Alignment, line: UnsafePointer<Float>, count: Int, pixel: Float
  ) -> Evidence? {
    let modules = Int(pattern.length.rounded(.up)) + 2 * Self.margin
    let samples = modules * Self.grain
    guard sample(alignment, samples, line, count) else { return nil }
    var best: (error: Float, tone: Tone, ramp: Float)?
    for ramp in Self.ramps {
      draw(pattern, alignment.spread, ramp, samples)
      guard let tone = Tone(profile: profile, model: model, count: samples) else { continue }
      if best.map({ tone.error < $0.error }) ?? true { best = (tone.error, tone, ramp) }
    }
    guard let best, best.tone.isDarkOnLight else { return nil }
    draw(pattern, alignment.spread, best.ramp, samples)
    let perSample = max(best.error / Float(samples), 0.25)
    // Where a pixel is wider than a sample, its samples are one witness.
    let witnesses = min(1, alignment.module / pixel / Float(Self.grain))
    var (weakest, second) = (Float.infinity, Float.infinity)
    for cell in pattern.cells {
      let margin = compete(cell, pattern, alignment.spread, best.ramp, best.tone, samples)
      let nats = margin * witnesses / (2 * perSample)
      if nats < weakest { (weakest, second) = (nats, weakest) } else if nats < second { second = nats }
    }
    return Evidence(
      fit: 1 - best.error / max(best.tone.total, 1), weakest: weakest, second: second, alignment: alignment)
  }

  /// The brightness at each grain of the pattern.
  private func sample(_ alignment: Alignment, _ samples: Int, _ line: UnsafePointer<Float>, _ count: Int) -> Bool {
    if profile.count < samples {
      profile = Array(repeating: 0, count: samples)
      model = profile
      trial = profile
    }
    let first = alignment.place(-1)
    let last = alignment.place(alignment.length + 1)
    guard min(first, last) > -1, max(first, last) < Float(count) else { return false }
    for index in 0..<samples {
      let module = (Float(index) + 0.5) / Float(Self.grain) - Float(Self.margin)
      let place = min(max(0, alignment.place(module)), Float(count - 1))
      let left = min(Int(place), count - 2)
      let part = place - Float(left)
      profile[index] = line[left] + (line[left + 1] - line[left]) * part
    }
    return true
  }

  /// Draws a pattern into the model: 1 where there is paper, 0 in the middle of wide bars.
  private func draw(_ pattern: BarPattern, _ spread: Float, _ ramp: Float, _ samples: Int) {
    for index in 0..<samples { model[index] = 1 }
    for (index, edge) in pattern.edges.enumerated() {
      let isBar = index % 2 == 0
      Self.step(at: edge + (isBar ? -spread : spread), ramp, isBar ? -1 : 1, &model, 0, samples)
    }
  }

  /// Adds a step to some samples, from its ramp's begin to the last of them.
  private static func step(
    at edge: Float, _ ramp: Float, _ height: Float, _ model: inout [Float], _ first: Int, _ last: Int
  ) {
    let scale = 1 / (2 * ramp)
    let begin = max(first, Int(((edge - ramp + Float(margin)) * Float(grain) - 0.5).rounded(.up)))
    for index in min(begin, last)..<last {
      let module = (Float(index) + 0.5) / Float(grain) - Float(margin)
      let t = (module - edge) * scale + 0.5
      if t >= 1 {
        for rest in index..<last { model[rest] += height }
        return
      }
      model[index] += height * t * t * (3 - 2 * t)
    }
  }

  /// By how much the cell's own sign fits better than the best other, as a difference of square sums.
  private func compete(
    _ cell: BarPattern.Cell, _ pattern: BarPattern, _ spread: Float, _ ramp: Float, _ tone: Tone, _ samples: Int
  ) -> Float {
    let alphabet = pattern.alphabets[cell.alphabet]
    let first = Int(((cell.start + Float(Self.margin)) * Float(Self.grain)).rounded())
    let last = min(samples, Int(((cell.start + alphabet.width + Float(Self.margin)) * Float(Self.grain)).rounded()))
    let own = alphabet.signs[cell.sign]
    var error: Float = 0
    for index in first..<last {
      let miss = profile[index] - tone.brightness(index, model[index])
      error += miss * miss
    }
    var rival = Float.infinity
    for (sign, edges) in alphabet.signs.enumerated() where sign != cell.sign {
      for index in first..<last { trial[index] = model[index] }
      for (number, edge) in edges.enumerated() {
        guard own[number] != edge else { continue }
        let isBar = (number % 2 == 1) == alphabet.beginsWithBar
        let height: Float = isBar ? -1 : 1
        let shift = isBar ? -spread : spread
        Self.step(at: cell.start + own[number] + shift, ramp, -height, &trial, first, last)
        Self.step(at: cell.start + edge + shift, ramp, height, &trial, first, last)
      }
      var sum: Float = 0
      for index in first..<last {
        let miss = profile[index] - tone.brightness(index, trial[index])
        sum += miss * miss
        if sum > rival { break }
      }
      rival = min(rival, sum)
    }
    return rival - error
  }
}

/// The brightness of ink and of paper along a code, each changing evenly: p ≈ a + bt + ct² + (d + et + ft²)·model.
private struct Tone {
  private var terms: [Float]
  private let count: Float
  /// The square sum of what is not explained.
  let error: Float
  /// The square sum about the mean.
  let total: Float

  init?(profile: [Float], model: [Float], count: Int) {
    var sums = [Float](repeating: 0, count: 16)
    var right = [Float](repeating: 0, count: 4)
    var (sum, square): (Float, Float) = (0, 0)
    let scale = 2 / Float(count)
    for index in 0..<count {
      let t = (Float(index) + 0.5) * scale - 1
      let (p, m) = (profile[index], model[index])
      let row: (Float, Float, Float, Float) = (1, t, m, m * t)
      sum += p
      square += p * p
      right[0] += p
      right[1] += p * t
      right[2] += p * m
      right[3] += p * row.3
      sums[1] += t
      sums[2] += m
      sums[3] += row.3
      sums[5] += t * t
      sums[7] += t * row.3
      sums[10] += m * m
      sums[11] += m * row.3
      sums[15] += row.3 * row.3
    }
    sums[0] = Float(count)
    sums[6] = sums[3]
    for i in 0..<4 { for j in 0..<i { sums[4 * i + j] = sums[4 * j + i] } }
    let before = right
    guard let solution = Self.solve(&sums, &right) else { return nil }
    terms = solution
    self.count = Float(count)
    total = square - sum * sum / Float(count)
    // Of a least squares solution the error is the square sum less what the solution explains.
    error = max(0, square - zip(before, solution).reduce(0) { $0 + $1.0 * $1.1 })
  }

  /// Whether paper is brighter than ink at both ends.
  var isDarkOnLight: Bool { terms[2] - abs(terms[3]) > 0 }

  func brightness(_ index: Int, _ model: Float) -> Float {
    let t = (Float(index) + 0.5) * 2 / count - 1
    return terms[0] + terms[1] * t + (terms[2] + terms[3] * t) * model
  }

  private static func solve(_ a: inout [Float], _ b: inout [Float]) -> [Float]? {
    for column in 0..<4 {
      guard abs(a[5 * column]) > 1e-4 else { return nil }
      for row in column + 1..<4 {
        let factor = a[4 * row + column] / a[5 * column]
        for k in column..<4 { a[4 * row + k] -= factor * a[4 * column + k] }
        b[row] -= factor * b[column]
      }
    }
    var x = [Float](repeating: 0, count: 4)
    for row in (0..<4).reversed() {
      var sum = b[row]
      for k in row + 1..<4 { sum -= a[4 * row + k] * x[k] }
      x[row] = sum / a[5 * row]
    }
    return x
  }
}
