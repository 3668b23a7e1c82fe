/// Finds the edges between dark and light along a line of brightness.
///
/// The buffers are reused from line to line.
struct EdgeFinder {
  /// The position of an edge in a rise or fall.
  enum Rule {
    /// The point where the brightness passes the middle between the extremes on both sides.
    case middle
    /// The point where the brightness changes fastest.
    case steepest
  }

  /// The edges in samples from the centre of the first sample; light to dark first, then alternating.
  private(set) var edges: [Float] = []
  private var places: [Int32] = []
  private var values: [Float] = []

  /// The number of grey levels below which a swing is noise or the grain of paper.
  private static let swingLeast: Float = 3
  /// The part of the line's whole range below which a change is not a swing at all.
  private static let partOfRange: Float = 0.04
  /// The part of the largest swing near it below which a swing is a bump on that. Blur leaves a bar of one module a
  /// third of the contrast of wide bars.
  private static let partOfNear: Float = 0.12
  /// The number of swings on each side that count as near.
  private static let near = 6

  /// Finds the edges of one line.
  ///
  /// - Parameters:
  ///   - line: the brightness.
  ///   - count: the number of samples, 2 or more.
  ///   - rule: the position of an edge in a rise or fall.
  mutating func find(_ line: UnsafePointer<Float>, count: Int, rule: Rule) {
    edges.removeAll(keepingCapacity: true)
    findExtremes(line, count: count)
    prune()
    prune()
    guard places.count > 1 else { return }
    // A line begins in a space.
    let first = values[1] < values[0] ? 0 : 1
    for index in first..<max(first, places.count - 1) {
      let (from, to) = (Int(places[index]), Int(places[index + 1]))
      switch rule {
      case .middle: edges.append(Self.middle(line, from, to, (values[index] + values[index + 1]) / 2))
      case .steepest: edges.append(Self.steepest(line, from, to))
      }
    }
  }

  /// Finds the turning points, alternately high and low. Each differs from the previous one by more than the noise.
  private mutating func findExtremes(_ line: UnsafePointer<Float>, count: Int) {
    places.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var (low, high) = (line[0], line[0])
    for index in 1..<count {
      low = min(low, line[index])
      high = max(high, line[index])
    }
    let swing = max(Self.swingLeast, (high - low) * Self.partOfRange)
    guard high - low > swing else { return }
    var (lowest, highest) = (line[0], line[0])
    var (lowestAt, highestAt) = (0, 0)
    // 0 before the first turn, else the direction in which the brightness changes.
    var direction = 0
    for index in 1..<count {
      let value = line[index]
      if value > highest { (highest, highestAt) = (value, index) }
      if value < lowest { (lowest, lowestAt) = (value, index) }
      if direction >= 0, highest - value > swing {
        append(highestAt, highest)
        (lowest, lowestAt) = (value, index)
        direction = -1
        highest = value
      } else if direction <= 0, value - lowest > swing {
        append(lowestAt, lowest)
        (highest, highestAt) = (value, index)
        direction = 1
        lowest = value
      }
      if direction > 0 { lowest = value } else if direction < 0 { highest = value }
    }
    if direction > 0 { append(highestAt, highest) } else if direction < 0 { append(lowestAt, lowest) }
  }

  private mutating func append(_ place: Int, _ value: Float) {
    places.append(Int32(place))
    values.append(value)
  }

  /// Removes the swings that are bumps on larger ones around them.
  private mutating func prune() {
    let count = values.count
    guard count > 3 else { return }
    var taken = 0
    var index = 0
    while index < count {
      if index > 0, index + 2 < count {
        let swing = abs(values[index + 1] - values[index])
        let before = abs(values[index] - values[index - 1])
        let after = abs(values[index + 2] - values[index + 1])
        if swing <= before, swing <= after {
          var largest: Float = 0
          for other in max(0, index - Self.near)..<min(count - 1, index + Self.near + 1) {
            largest = max(largest, abs(values[other + 1] - values[other]))
          }
          if swing < Self.partOfNear * largest, taken > 0 {
            index += 2
            continue
          }
        }
      }
      places[taken] = places[index]
      values[taken] = values[index]
      taken += 1
      index += 1
    }
    // Removal in pairs leaves highs and lows alternating.
    places.removeLast(count - taken)
    values.removeLast(count - taken)
  }

  private static func middle(_ line: UnsafePointer<Float>, _ from: Int, _ to: Int, _ level: Float) -> Float {
    let isFalling = line[from] > level
    var index = from
    while index < to, (line[index + 1] > level) == isFalling { index += 1 }
    guard index < to else { return Float(to) }
    let (left, right) = (line[index], line[index + 1])
    return left == right ? Float(index) + 0.5 : Float(index) + (level - left) / (right - left)
  }

  private static func steepest(_ line: UnsafePointer<Float>, _ from: Int, _ to: Int) -> Float {
    var best = from
    var most: Float = -1
    for index in from..<to {
      let slope = abs(line[index + 1] - line[index])
      if slope > most { (most, best) = (slope, index) }
    }
    var place = Float(best) + 0.5
    if best > from, best + 1 < to {
      let before = abs(line[best] - line[best - 1])
      let after = abs(line[best + 2] - line[best + 1])
      let bend = before - 2 * most + after
      if bend < 0 { place += min(0.5, max(-0.5, (before - after) / (2 * bend))) }
    }
    return place
  }
}
