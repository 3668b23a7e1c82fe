/// Three finder patterns that may be the corners of one code.
struct FinderTriple {
  /// The one between the other two.
  let corner: FinderPattern
  /// The one clockwise of it, as seen: the upper right one, unless the code is seen in a mirror.
  let right: FinderPattern
  let below: FinderPattern
  /// The number of modules on a side of the code, estimated from the distances.
  let side: Double
  /// The deviation of the three from a square's corners; 0 for a square that is seen from straight above.
  let mismatch: Double

  /// Returns every combination of three patterns that a camera can see as one code, the likeliest first.
  ///
  /// - Parameters:
  ///   - finders: the patterns, the most certain first; only the first 30 are used.
  ///   - search: the search that found them.
  /// - Returns: each combination once, with the corner distinguished from the other two.
  static func all(of finders: [FinderPattern], in search: FinderSearch) -> [FinderTriple] {
    combinations(of: Array(finders.prefix(30)), in: search) { first, count in Array(first + 1..<count) }
  }

  /// Returns the combinations of patterns of many codes: each pattern only with those closest to it.
  ///
  /// The others of its own code are among them: a code has no room for another one between its corners.
  ///
  /// - Parameters:
  ///   - finders: the patterns, the most certain first; only the first 1,500 are used.
  ///   - search: the search that found them.
  /// - Returns: as `all(of:in:)`.
  static func close(of finders: [FinderPattern], in search: FinderSearch) -> [FinderTriple] {
    let finders = Array(finders.prefix(1500))
    // Sorted by column, the search for neighbours stops early.
    let order = finders.indices.sorted { finders[$0].centre.x < finders[$1].centre.x }
    let reach = 12
    var neighbours = Array(repeating: [Int](), count: finders.count)
    for (place, index) in order.enumerated() {
      let centre = finders[index].centre
      var nearest: [(distance: Double, index: Int)] = []
      func consider(_ other: Int) -> Bool {
        let way = finders[other].centre - centre
        let worst = nearest.count < reach ? Double.infinity : nearest[reach - 1].distance
        guard abs(way.x) < worst else { return false }
        if way.length < worst, fit(finders[index], finders[other]) {
          let at = nearest.firstIndex { $0.distance > way.length } ?? nearest.count
          nearest.insert((way.length, other), at: at)
          if nearest.count > reach { nearest.removeLast() }
        }
        return true
      }
      for next in order[(place + 1)...] { guard consider(next) else { break } }
      for next in order[..<place].reversed() { guard consider(next) else { break } }
      neighbours[index] = nearest.map(\.index)
    }
    return combinations(of: finders, in: search) { first, _ in neighbours[first].filter { $0 > first }.sorted() }
  }

  private static func combinations(
    of finders: [FinderPattern], in search: FinderSearch, partners: (Int, Int) -> [Int]
  ) -> [FinderTriple] {
    var triples: [FinderTriple] = []
    for first in finders.indices {
      let others = partners(first, finders.count)
      for (place, second) in others.enumerated() where fit(finders[first], finders[second]) {
        for third in others[(place + 1)...] {
          guard fit(finders[first], finders[third]), fit(finders[second], finders[third]) else { continue }
          if let triple = FinderTriple(finders[first], finders[second], finders[third], search) {
            triples.append(triple)
          }
        }
      }
    }
    return triples.sorted { $0.mismatch < $1.mismatch }
  }

  /// Returns true if two patterns can belong together: both dark or both light, and of similar size. The far side of a
  /// code that is tilted by 60° is seen at less than half the size of the closer side, and is not read.
  private static func fit(_ one: FinderPattern, _ other: FinderPattern) -> Bool {
    one.isInverted == other.isInverted && max(one.module, other.module) < 2 * min(one.module, other.module)
      && (one.centre - other.centre).length > 8 * min(one.module, other.module)
  }

  private init?(_ one: FinderPattern, _ two: FinderPattern, _ three: FinderPattern, _ search: FinderSearch) {
    // The longest of the three distances is opposite the corner.
    let sides = [
      ((two.centre - three.centre).length, one, two, three), ((one.centre - three.centre).length, two, three, one),
      ((one.centre - two.centre).length, three, one, two),
    ]
    guard let longest = sides.max(by: { $0.0 < $1.0 }) else { return nil }
    let corner = longest.1
    var (right, below) = (longest.2, longest.3)
    if (right.centre - corner.centre).cross(below.centre - corner.centre) < 0 { swap(&right, &below) }
    let (across, down) = (right.centre - corner.centre, below.centre - corner.centre)
    let (width, height) = (across.length, down.length)
    let cosine = across.dot(down) / (width * height)
    // Beyond these limits the code is seen so obliquely that its modules are narrower than a third of their height.
    guard abs(cosine) < 0.8, max(width, height) < 2.5 * min(width, height) else { return nil }
    let wide = Self.modules(from: corner, to: right, search)
    let high = Self.modules(from: corner, to: below, search)
    guard (11...200).contains(wide), (11...200).contains(high) else { return nil }
    let difference = abs(wide - high) / (wide + high)
    guard difference < 0.2 else { return nil }
    self.corner = corner
    self.right = right
    self.below = below
    side = (wide + high) / 2 + 7
    let sizes = [corner.module, right.module, below.module]
    let spread = (sizes.max() ?? 1) / (sizes.min() ?? 1) - 1
    // Every line through its middle crosses a real pattern; the middle is 3 modules high.
    let surest = [corner, right, below].map { min(1, Double($0.count * search.step) / (3 * $0.module)) }.min() ?? 0
    mismatch =
      2 * difference + abs(cosine) + abs(width - height) / (width + height) + spread / 2 + (1 - surest) / 2
  }

  /// Returns the number of modules between the middles of two patterns. The module is measured in both of them in the
  /// direction of the other: a rotated square is wider from corner to corner.
  private static func modules(from: FinderPattern, to: FinderPattern, _ search: FinderSearch) -> Double {
    let way = to.centre - from.centre
    let unit = way * (1 / way.length)
    var sizes: [Double] = []
    for finder in [from, to] {
      if let crossing = search.crossing(finder.centre, unit, limit: 8 * finder.module, isInverted: finder.isInverted) {
        sizes.append(crossing.length / 7)
      }
    }
    let size = sizes.isEmpty ? (from.module + to.module) / 2 : sizes.reduce(0, +) / Double(sizes.count)
    return way.length / size
  }
}
