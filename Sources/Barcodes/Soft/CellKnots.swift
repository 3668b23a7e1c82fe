/// The boundaries of the guards and cells on a row, moved to where the characters fit best, and the cost of each
/// character in each cell.
///
/// The buffers are reused.
struct CellKnots {
  private typealias Lane = SIMD8<Float>

  /// The 16 boundaries, in samples.
  var places: [Float] = []
  /// The squared difference of each character in each cell, `CellTemplates.stride` values for each of twelve cells.
  private(set) var costs = [Float](repeating: 0, count: 12 * CellTemplates.stride)
  /// The mean squared difference per sample under the likeliest characters.
  private(set) var noise: Float = 0
  /// The index in `CellTemplates.fine` of the templates that fit best.
  private(set) var templates = CellTemplates.fineFirst
  private var values = [Float](repeating: 0, count: CellTemplates.samples)
  /// The samples of all parts, one part after the other.
  private var samples: [Float] = []
  private var trial = [Float](repeating: 0, count: 12 * CellTemplates.stride)

  /// The distances by which a boundary may move at once, in samples.
  private static let moves: [Float] = [-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9]
  /// The cost of a module that is 5 % wider or narrower than those around it.
  private static let bendCost: Float = 0.35
  private static let rounds = 2

  /// Fits boundaries near the present ones to a row, with the blur and the spread of ink that fit best.
  mutating func fit(to ink: [Float]) {
    templates = CellTemplates.fineFirst
    for _ in 0..<Self.rounds {
      move(on: ink, CellTemplates.fine[templates])
      takeAll(ink)
      var least = Float.infinity
      for (index, set) in CellTemplates.fine.enumerated() {
        guard let sum = compare(set, below: least) else { continue }
        least = sum
        templates = index
        swap(&costs, &trial)
      }
      noise = least / Float(WidthLattice.parts * CellTemplates.samples)
    }
  }

  /// Samples all parts between the present boundaries.
  private mutating func takeAll(_ ink: [Float]) {
    samples.removeAll(keepingCapacity: true)
    for part in 0..<WidthLattice.parts {
      let count = Self.samples(inPart: part)
      take(ink, from: places[part], to: places[part + 1], samples: count)
      samples.append(contentsOf: values[..<count])
    }
  }

  /// Samples a part of a row evenly.
  private mutating func take(_ ink: [Float], from begin: Float, to end: Float, samples: Int) {
    let last = Float(ink.count) - 1.001
    ink.withUnsafeBufferPointer { ink in
      for sample in 0..<samples {
        let place = begin + (end - begin) * (Float(sample) + 0.5) / Float(samples) - 0.5
        let x = min(last, max(0, place))
        let index = Int(x)
        values[sample] = ink[index] + (ink[index + 1] - ink[index]) * (x - Float(index))
      }
    }
  }

  private static func samples(inPart part: Int) -> Int { WidthLattice.modules(inPart: part) * CellTemplates.grain }

  /// Returns the cost of a guard for the samples taken.
  private func cost(ofGuard part: Int, _ set: CellTemplates) -> Float {
    let ink = part == 0 ? set.start : part == 7 ? set.middle : set.end
    var cost: Float = 0
    for sample in ink.indices { cost += (values[sample] - ink[sample]) * (values[sample] - ink[sample]) }
    return cost
  }

  /// Computes the cost of each character for the samples taken.
  private func cost(ofCell part: Int, _ set: CellTemplates) -> (Lane, Lane, Lane) {
    let cells = part < 7 ? set.cells.left : set.cells.right
    let energies = part < 7 ? set.energies.left : set.energies.right
    var (a, b, c) = (Lane.zero, Lane.zero, Lane.zero)
    var square: Float = 0
    return cells.withUnsafeBytes { cells in
      for sample in 0..<CellTemplates.samples {
        let value = values[sample]
        square += value * value
        let at = sample &* CellTemplates.stride &* 4
        a += cells.loadUnaligned(fromByteOffset: at, as: Lane.self) * value
        b += cells.loadUnaligned(fromByteOffset: at &+ 32, as: Lane.self) * value
        c += cells.loadUnaligned(fromByteOffset: at &+ 64, as: Lane.self) * value
      }
      return energies.withUnsafeBytes { energies in
        func total(_ offset: Int, _ products: Lane) -> Lane {
          let energy = energies.loadUnaligned(fromByteOffset: offset, as: Lane.self)
          return energy - products * 2 + Lane(repeating: square)
        }
        return (total(0, a), total(32, b), total(64, c))
      }
    }
  }

  /// Fills `trial` with the costs of all parts under some templates.
  ///
  /// - Returns: the sum of the costs of the guards and of the likeliest characters; nil if it is not below a limit.
  private mutating func compare(_ set: CellTemplates, below limit: Float) -> Float? {
    var sum: Float = 0
    var (cell, first) = (0, 0)
    for part in 0..<WidthLattice.parts {
      let count = Self.samples(inPart: part)
      for sample in 0..<count { values[sample] = samples[first + sample] }
      first += count
      if part % 7 == 0 {
        sum += cost(ofGuard: part, set)
      } else {
        let lanes = cost(ofCell: part, set)
        trial.withUnsafeMutableBytes { bytes in
          let at = cell * CellTemplates.stride * 4
          bytes.storeBytes(of: lanes.0, toByteOffset: at, as: Lane.self)
          bytes.storeBytes(of: lanes.1, toByteOffset: at + 32, as: Lane.self)
          bytes.storeBytes(of: lanes.2, toByteOffset: at + 64, as: Lane.self)
        }
        sum += min(lanes.0.min(), lanes.1.min(), lanes.2.min())
        cell += 1
      }
      // Costs are not negative, so the sum only grows.
      guard sum < limit else { return nil }
    }
    return sum
  }

  /// Moves each boundary to where the likeliest characters fit best, with widths near those around them.
  private mutating func move(on ink: [Float], _ set: CellTemplates) {
    let parts = WidthLattice.parts
    let count = Self.moves.count
    let widths = (0..<parts).map { (places[$0 + 1] - places[$0]) / Float(WidthLattice.modules(inPart: $0)) }
    func width(_ part: Int) -> Float { widths[min(parts - 1, max(0, part))] }
    var sums = [Float](repeating: 0, count: count)
    var back = [Int](repeating: 0, count: parts * count)
    for part in 0..<parts {
      let modules = Float(WidthLattice.modules(inPart: part))
      let expected =
        (width(part - 2) + 2 * width(part - 1) + 3 * width(part) + 2 * width(part + 1) + width(part + 2)) / 9
      var next = [Float](repeating: .infinity, count: count)
      // The best beginnings come first: they often leave nothing to gain for the others.
      for from in (0..<count).sorted(by: { sums[$0] < sums[$1] }) {
        for to in 0..<count {
          let (begin, end) = (places[part] + Self.moves[from], places[part + 1] + Self.moves[to])
          let bend = ((end - begin) / modules / expected - 1) / 0.05
          var cost = Self.bendCost * bend * bend + sums[from]
          guard cost < next[to] else { continue }
          take(ink, from: begin, to: end, samples: Self.samples(inPart: part))
          if part % 7 == 0 {
            cost += self.cost(ofGuard: part, set)
          } else {
            let lanes = self.cost(ofCell: part, set)
            cost += min(lanes.0.min(), lanes.1.min(), lanes.2.min())
          }
          if cost < next[to] {
            next[to] = cost
            back[part * count + to] = from
          }
        }
      }
      sums = next
    }
    var choice = 0
    for index in 1..<count where sums[index] < sums[choice] { choice = index }
    places[parts] += Self.moves[choice]
    for part in (0..<parts).reversed() {
      choice = back[part * count + choice]
      places[part] += Self.moves[choice]
    }
  }
}
