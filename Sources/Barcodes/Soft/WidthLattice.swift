internal import Glibc

/// The search for the parts of a row that are likeliest to be the guards and cells of an EAN-13, in either direction.
///
/// Its states are a position and a module width. From one part to the next the width may change a little, so that a
/// code on a bottle, a bag or a seal is found without any assumption about the shape. No edges are needed, and no
/// quiet zone beyond four modules. The buffers are reused.
final class WidthLattice {
  private typealias Lane = SIMD8<Float>

  /// The number of parts: a guard, six cells, a guard, six cells and a guard.
  static let parts = 15
  /// The width of a part in modules.
  static func modules(inPart part: Int) -> Int { part == 7 ? 5 : 7 }

  /// The module widths, in samples.
  private static let widths = (0..<28).map { 1.9 * expf(0.04 * Float($0)) }
  /// The number of steps by which the width may change between parts, and the cost of each.
  private static let (turn, turnCost) = (3, Float(0.15))
  /// A cost that no path has.
  private static let never: Float = 1e6

  private var count = 0
  private var padded = 0
  /// The samples, with their last one repeated beyond the end.
  private var line: [Float] = []
  /// The costs of the five kinds of parts by width and position: left cell, right cell, start, middle and end.
  private var costs: [[Float]] = Array(repeating: [], count: 5)
  /// The cost of the cheapest path to the end of each part, by width and position.
  private var paths: [[Float]] = Array(repeating: [], count: WidthLattice.parts)
  /// The positions of each width between which the paths to the end of each part are cheap enough.
  private var live: [Range<Int>] = Array(repeating: 0..<0, count: WidthLattice.parts * WidthLattice.widths.count)
  /// The least cost of each kind of part, and the greatest cost of a path to the end of each part.
  private var least: [Float] = Array(repeating: 0, count: 5)
  private var budgets: [Float] = Array(repeating: 0, count: WidthLattice.parts)
  private var turned: [Float] = []
  /// The even and the odd part of each digit of the left half, and its square sum: 10 digits by 22 values.
  private let digits: [Float]

  init() {
    let templates = CellTemplates.coarse
    var digits: [Float] = []
    let last = CellTemplates.samples - 1
    for digit in 0..<10 {
      func ink(_ sample: Int) -> Float { templates.cells.left[sample * CellTemplates.stride + digit] }
      for sample in 0..<last / 2 { digits.append((ink(sample) + ink(last - sample)) / 2) }
      for sample in 0..<last / 2 { digits.append((ink(sample) - ink(last - sample)) / 2) }
      digits.append(ink(last / 2))
      digits.append(templates.energies.left[digit])
    }
    self.digits = digits
  }

  /// Finds the likeliest parts of a row.
  ///
  /// - Parameters:
  ///   - ink: the ink of each sample.
  ///   - most: the greatest mean squared difference per sample.
  ///   - knots: filled with the 16 boundaries of the parts, in samples.
  /// - Returns: the mean squared difference per sample; nil if it is greater, or the row is too short.
  func search(_ ink: [Float], most: Float, knots: inout [Float]) -> Float? {
    reserve(ink)
    price()
    // No path to the end of a part may cost more than what is left after the least costs of the parts behind it. A
    // little more is allowed, because the sums are rounded.
    var left = most * Float(Self.parts * CellTemplates.samples) + 0.01
    for part in (0..<Self.parts).reversed() {
      budgets[part] = left
      left -= least[Self.kind(ofPart: part)]
    }
    guard left >= 0 else { return nil }
    for part in 0..<Self.parts { guard extend(part) else { return nil } }
    return trace(&knots).flatMap { $0 <= most ? $0 : nil }
  }

  private func reserve(_ ink: [Float]) {
    count = ink.count
    let needed = (count + 7) / 8 * 8
    if needed != padded {
      padded = needed
      let cells = padded * Self.widths.count
      costs = costs.map { _ in Array(repeating: 0, count: cells) }
      paths = paths.map { _ in Array(repeating: 0, count: cells) }
      turned = Array(repeating: 0, count: padded)
    }
    line.removeAll(keepingCapacity: true)
    line.append(ink.first ?? 0)
    line += ink
    // The widest part reaches this far beyond the last sample.
    while line.count < padded + 64 { line.append(ink.last ?? 0) }
  }

  /// Computes the cost of each kind of part at each position and width.
  ///
  /// The right half's characters are the left half's with ink and paper exchanged, and the even ones are the odd ones
  /// mirrored as well. So ten products with even and odd parts of the samples give the costs of all forty.
  private func price() {
    let templates = CellTemplates.coarse
    let (grain, samples) = (Float(CellTemplates.grain), CellTemplates.samples)
    let half = samples / 2
    let squares = [templates.start, templates.middle, templates.end].map { $0.reduce(0) { $0 + $1 * $1 } }
    var values = [Lane](repeating: .zero, count: samples)
    var evens = [Lane](repeating: .zero, count: half)
    var odds = evens
    let signs = SIMD8<UInt32>(repeating: 0x7fff_ffff)
    var places = [Int](repeating: 0, count: samples)
    var parts = [Float](repeating: 0, count: samples)
    let most = Lane(repeating: Self.never)
    var lows = (most, most, most, most, most)
    for (number, width) in Self.widths.enumerated() {
      for sample in 0..<samples {
        let place = width / grain * (Float(sample) + 0.5) + 0.5
        places[sample] = Int(place)
        parts[sample] = place - Float(Int(place))
      }
      let last = count - Int(7 * width)
      var outputs = costs.map { _ in UnsafeMutablePointer<Float>?.none }
      for kind in costs.indices {
        costs[kind].withUnsafeMutableBufferPointer { outputs[kind] = $0.baseAddress.map { $0 + number * padded } }
      }
      line.withUnsafeBytes { line in
        values.withUnsafeMutableBufferPointer { values in
          evens.withUnsafeMutableBufferPointer { evens in
            odds.withUnsafeMutableBufferPointer { odds in
              digits.withUnsafeBufferPointer { digits in
                for x in stride(from: 0, to: padded, by: 8) {
                  var square = Lane.zero
                  var squareOfMiddle = Lane.zero
                  var (start, middle, end) = (Lane.zero, Lane.zero, Lane.zero)
                  for sample in 0..<samples {
                    let at = (x &+ places[sample]) &* 4
                    let near = line.loadUnaligned(fromByteOffset: at, as: Lane.self)
                    let far = line.loadUnaligned(fromByteOffset: at &+ 4, as: Lane.self)
                    let value = near + (far - near) * parts[sample]
                    values[sample] = value
                    square += value * value
                    start += value * templates.start[sample]
                    end += value * templates.end[sample]
                    if sample < CellTemplates.middleSamples {
                      middle += value * templates.middle[sample]
                      squareOfMiddle = square
                    }
                  }
                  for sample in 0..<half {
                    evens[sample] = values[sample] + values[samples - 1 - sample]
                    odds[sample] = values[sample] - values[samples - 1 - sample]
                  }
                  var (left, right) = (Lane(repeating: Self.never), Lane(repeating: Self.never))
                  for digit in 0..<10 {
                    let base = digit &* 22
                    var even = values[half] * digits[base &+ 20]
                    var odd = Lane.zero
                    for sample in 0..<half {
                      even += evens[sample] * digits[base &+ sample]
                      odd += odds[sample] * digits[base &+ 10 &+ sample]
                    }
                    let bare = unsafeBitCast(unsafeBitCast(even, to: SIMD8<UInt32>.self) & signs, to: Lane.self)
                    let energy = digits[base &+ 21]
                    let (one, other) = (energy - 2 * (bare + odd), energy - 2 * (bare - odd))
                    left.replace(with: one, where: one .< left)
                    right.replace(with: other, where: other .< right)
                  }
                  let beyond = Self.beyond(x, last)
                  lows.0 = pointwiseMin(lows.0, store(square + left + beyond, x, outputs[0]))
                  lows.1 = pointwiseMin(lows.1, store(square + right + beyond, x, outputs[1]))
                  lows.2 = pointwiseMin(lows.2, store(square - 2 * start + squares[0] + beyond, x, outputs[2]))
                  lows.3 = pointwiseMin(lows.3, store(squareOfMiddle - 2 * middle + squares[1] + beyond, x, outputs[3]))
                  lows.4 = pointwiseMin(lows.4, store(square - 2 * end + squares[2] + beyond, x, outputs[4]))
                }
              }
            }
          }
        }
      }
    }
    least = [lows.0, lows.1, lows.2, lows.3, lows.4].map { $0.min() }
  }

  private func store(_ value: Lane, _ x: Int, _ to: UnsafeMutablePointer<Float>?) -> Lane {
    guard let to else { return value }
    UnsafeMutableRawPointer(to + x).storeBytes(of: value, as: Lane.self)
    return value
  }

  /// Returns a prohibitive cost for positions from which a part would reach beyond the row.
  private static func beyond(_ x: Int, _ last: Int) -> Lane {
    guard x + 7 > last else { return .zero }
    var lane = Lane.zero
    for index in 0..<8 where x + index > last { lane[index] = never }
    return lane
  }

  /// Returns the number of samples that a part takes up.
  private static func length(ofPart part: Int, _ width: Int) -> Int {
    Int((Float(modules(inPart: part)) * widths[width]).rounded())
  }

  private static func kind(ofPart part: Int) -> Int {
    switch part {
    case 0: 2
    case 1...6: 0
    case 7: 3
    case 14: 4
    default: 1
    }
  }

  /// Extends the paths that are cheap enough by a part.
  ///
  /// - Returns: false if none is left.
  private func extend(_ part: Int) -> Bool {
    let (padded, widths) = (padded, Self.widths.count)
    let budget = budgets[part]
    var isAnyLeft = false
    costs[Self.kind(ofPart: part)].withUnsafeBufferPointer { costs in
      turned.withUnsafeMutableBufferPointer { turned in
        for width in 0..<widths {
          let length = Self.length(ofPart: part, width)
          let from = part == 0 ? 0..<padded : turn(before: part, to: width, turned)
          let reach = from.lowerBound..<max(from.lowerBound, min(from.upperBound, padded - length))
          let row = width &* padded
          let range = paths[part].withUnsafeMutableBufferPointer { after -> Range<Int> in
            if part == 0 {
              for x in reach { after[row &+ x &+ length] = costs[row &+ x] }
            } else {
              for x in reach { after[row &+ x &+ length] = turned[x] + costs[row &+ x] }
            }
            guard let first = reach.first(where: { after[row &+ $0 &+ length] <= budget }),
              let last = reach.last(where: { after[row &+ $0 &+ length] <= budget })
            else { return 0..<0 }
            return first + length..<last + length + 1
          }
          live[part * widths + width] = range
          isAnyLeft = isAnyLeft || !range.isEmpty
        }
      }
    }
    return isAnyLeft
  }

  /// Finds the cheapest path to each position at which a part may begin with a width.
  ///
  /// - Returns: the positions that are reached.
  private func turn(before part: Int, to width: Int, _ turned: UnsafeMutableBufferPointer<Float>) -> Range<Int> {
    let sources = (max(0, width - Self.turn)...min(Self.widths.count - 1, width + Self.turn)).filter {
      !live[(part - 1) * Self.widths.count + $0].isEmpty
    }
    let ranges = sources.map { live[(part - 1) * Self.widths.count + $0] }
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else { return 0..<0 }
    for x in low..<high { turned[x] = Self.never }
    paths[part - 1].withUnsafeBufferPointer { before in
      for (source, range) in zip(sources, ranges) {
        let row = source &* padded
        let cost = Self.turnCost * Float(abs(width - source))
        for x in range {
          let other = before[row &+ x] + cost
          turned[x] = other < turned[x] ? other : turned[x]
        }
      }
    }
    return low..<high
  }

  /// Returns the cost of the cheapest path to the end of a part; a prohibitive one if it was not followed.
  private func cost(toEndOf part: Int, _ width: Int, _ x: Int) -> Float {
    live[part * Self.widths.count + width].contains(x) ? paths[part][width * padded + x] : Self.never
  }

  /// Follows the cheapest path back to its beginning.
  private func trace(_ knots: inout [Float]) -> Float? {
    var best = (cost: Self.never, width: 0, x: 0)
    for width in Self.widths.indices {
      for x in live[(Self.parts - 1) * Self.widths.count + width] {
        let cost = paths[Self.parts - 1][width * padded + x]
        if cost < best.cost { best = (cost, width, x) }
      }
    }
    guard best.cost < Self.never else { return nil }
    var (width, x) = (best.width, best.x)
    knots = Array(repeating: Float(x), count: Self.parts + 1)
    var next = Self.widths[width]
    for part in (0..<Self.parts).reversed() {
      x -= Self.length(ofPart: part, width)
      guard x >= 0 else { return nil }
      knots[part] = Float(x)
      if part == Self.parts - 1 { next = Float(x) + 7 * Self.widths[width] }
      guard part > 0 else { break }
      var cheapest = (cost: Float.infinity, width: width)
      for change in -Self.turn...Self.turn where Self.widths.indices.contains(width - change) {
        let cost = cost(toEndOf: part - 1, width - change, x) + Self.turnCost * Float(abs(change))
        if cost < cheapest.cost { cheapest = (cost, width - change) }
      }
      width = cheapest.width
    }
    knots[Self.parts] = next
    return best.cost / Float(Self.parts * CellTemplates.samples)
  }
}
