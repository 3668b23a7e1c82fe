/// Draws the bars that a reading would have, and compares them with the brightness they were read from: then every sign
/// that could stand in a cell competes for it.
///
/// A line reader measures widths and rounds them; this knows what blur, light and running ink do to a bar, and asks how
/// likely the brightness is under each sign.
///
/// The buffers stay.
final class Verifier {
  private var model: [Float] = []
  private var base: [Float] = []
  private var steps: [Float] = []
  private var cost: [Float] = []
  /// The total weight of the samples of the current cell.
  private var cellWeight: Float = 0

  /// Half the width of the ramp that blur makes of an edge, in modules.
  static let ramps: [Float] = [0.3, 0.5, 0.75, 1.1, 1.6]

  /// The appearance of a pattern in a profile.
  struct Look {
    var ramp: Float
    var tone: Tone
    /// The error a pixel, in square grey levels.
    var noise: Float { max(tone.error / max(1, tone.weight), 0.25) }
    /// The part of the brightness's changes that is explained.
    var fit: Float { 1 - tone.error / max(tone.total, 1) }
  }

  /// Finds the blur and the light under which a pattern fits best.
  ///
  /// - Returns: nil where it fits under none.
  func look(of pattern: BarPattern, spread: Float, in profile: BarProfile, ramps: [Float] = Verifier.ramps) -> Look? {
    reserve(profile.count)
    var best: Look?
    for ramp in ramps {
      draw(pattern, spread, ramp, profile)
      guard let tone = Tone(profile, model, length: pattern.length), tone.isDarkOnLight else { continue }
      if best.map({ tone.error < $0.tone.error }) ?? true { best = Look(ramp: ramp, tone: tone) }
    }
    return best
  }

  /// Compares a reading with its profile.
  ///
  /// - Returns: nil where the profile does not hold the code.
  func evidence(for pattern: BarPattern, spread: Float, in profile: BarProfile) -> Evidence? {
    guard let look = look(of: pattern, spread: spread, in: profile) else { return nil }
    vote(pattern, spread, look, profile)
    var (weakest, second) = (Float.infinity, Float.infinity)
    var damaged = 0
    for vote in votes {
      let nats = vote.isOwnWhole ? vote.nats : min(0, vote.nats)
      damaged += vote.isOwnWhole ? 0 : 1
      if nats < weakest { (weakest, second) = (nats, weakest) } else if nats < second { second = nats }
    }
    // Without a check digit, only the start and the stop prove that a code is whole.
    if !pattern.hasCheck, missAtEnds(of: pattern, look, profile) > Self.missMost.unchecked { weakest = min(weakest, 0) }
    return Evidence(fit: look.fit, weakest: weakest, second: second, ramp: look.ramp, damaged: damaged)
  }

  /// The unexplained rest of the worse of the code's two ends, outside all cells, as a share of the square of the
  /// contrast; 0 for codes whose ends are characters.
  private func missAtEnds(of pattern: BarPattern, _ look: Look, _ profile: BarProfile) -> Float {
    guard let first = pattern.cells.first, let last = pattern.cells.last, first.start > 0 else { return 0 }
    let end = last.start + pattern.alphabets[last.alphabet].width
    var (before, behind) = ((sum: Float.zero, weight: Float.zero), (sum: Float.zero, weight: Float.zero))
    for index in 0..<profile.count {
      let module = profile.modules[index]
      guard module < first.start || module > end else { continue }
      let (ink, contrast) = look.tone.tones(at: module)
      let miss = (profile.values[index] - ink - contrast * model[index]) / max(1, contrast)
      let weight = profile.weights[index]
      if module < first.start {
        before = (before.sum + weight * miss * miss, before.weight + weight)
      } else {
        behind = (behind.sum + weight * miss * miss, behind.weight + weight)
      }
    }
    return max(before.sum / max(0.1, before.weight), behind.sum / max(0.1, behind.weight))
  }

  /// The vote of a line about one cell.
  struct Vote {
    /// By how much the brightness speaks for the read sign rather than for its best rival, in nats.
    var nats: Float
    /// True if the cell shows the read character, with no larger rest than the other cells.
    var isOwnWhole: Bool
    /// The same of its best rival.
    var isOtherWhole: Bool
    /// The index of that character.
    var other: Int
  }

  /// The votes of the last line, by cell.
  private(set) var votes: [Vote] = []
  /// By how much the last line speaks for each character rather than for the read one, in nats: `gainsStride` values
  /// for each cell.
  private(set) var gains: [Float] = []
  /// The number of characters in the largest alphabet of the last pattern.
  private(set) var gainsStride = 0
  private var misses: [(own: Float, other: Float)] = []
  private var sorted: [Float] = []

  /// The unexplained rest that a cell may leave, as a share of the square of the contrast, however clean the others
  /// are: for codes with a check, whose widths are whole modules, and for those whose widths are the printer's choice.
  private static let missMost: (checked: Float, unchecked: Float) = (0.03, 0.08)
  /// The same as a multiple of the median cell's rest.
  private static let timesMiddle: Float = 5

  /// Asks each cell of a line for its own sign or another. A cell that a reflection may have changed is damaged.
  func vote(_ pattern: BarPattern, _ spread: Float, _ look: Look, _ profile: BarProfile) {
    votes.removeAll(keepingCapacity: true)
    misses.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    gains.removeAll(keepingCapacity: true)
    gainsStride = pattern.alphabets.reduce(0) { max($0, $1.signs.count) }
    compete(pattern, spread, look, profile) { cell, costs in
      let own = pattern.cells[cell].sign
      for sign in 0..<gainsStride { gains.append(sign < costs.count ? costs[own] - costs[sign] : -.infinity) }
      var (rival, other) = (Float.infinity, own)
      for sign in costs.indices where sign != own && costs[sign] < rival { (rival, other) = (costs[sign], sign) }
      let contrast = look.tone.tones(at: pattern.cells[cell].start).contrast
      let scale = 2 * look.noise / max(1, cellWeight * contrast * contrast)
      misses.append((costs[own] * scale, rival * scale))
      sorted.append(min(costs[own], rival) * scale)
      votes.append(Vote(nats: rival - costs[own], isOwnWhole: true, isOtherWhole: true, other: other))
    }
    sorted.sort()
    let middle = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    let limit = max(
      pattern.hasCheck ? Self.missMost.checked : Self.missMost.unchecked, Self.timesMiddle * middle)
    let hidden = profile.hiddenCells(of: pattern)
    for index in votes.indices {
      let isHidden = !hidden.isEmpty && hidden[index]
      votes[index].isOwnWhole = !isHidden && misses[index].own <= limit
      votes[index].isOtherWhole = !isHidden && misses[index].other <= limit
    }
  }

  /// Moves a pattern to where it fits better, by one step of Gauss and Newton: where the brightness changes, the
  /// unexplained rest measures the offset.
  ///
  /// - Parameters:
  ///   - alignment: the present alignment; the profile was taken under it.
  ///   - pattern: the bars.
  ///   - ramp: the blur that was found before; it and its neighbours are tried.
  ///   - profile: laid under the better alignment afterwards.
  /// - Returns: nil where the pattern fits in no way.
  func refine(
    _ alignment: Alignment, _ pattern: BarPattern, ramp: Float, in profile: inout BarProfile
  ) -> (Alignment, Look)? {
    let ramps = [ramp * 0.7, ramp, ramp * 1.4].map { min(2, max(0.2, $0)) }
    guard let look = look(of: pattern, spread: alignment.spread, in: profile, ramps: ramps) else { return nil }
    draw(pattern, alignment.spread, look.ramp, profile)
    let unknowns = 5
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    var right = [Double](repeating: 0, count: unknowns)
    for index in 1..<profile.count - 1 {
      let weight = Double(profile.weights[index])
      let reach = profile.modules[index + 1] - profile.modules[index - 1]
      guard weight > 0, reach > 0 else { continue }
      let module = profile.modules[index]
      let (ink, contrast) = look.tone.tones(at: module)
      let slope = Double(contrast * (model[index + 1] - model[index - 1]) / reach)
      guard slope != 0 else { continue }
      let miss = Double(profile.values[index] - ink - contrast * model[index])
      let t = Double(2 * module / pattern.length - 1)
      let row = [slope, slope * t, slope * t * t, slope * t * t * t, -abs(slope)]
      for i in 0..<unknowns {
        right[i] += weight * row[i] * miss
        for j in 0..<unknowns { matrix[i * unknowns + j] += weight * row[i] * row[j] }
      }
    }
    // A little held fast: where nothing speaks for a move there is none.
    for i in 0..<unknowns { matrix[i * (unknowns + 1)] *= 1.02 }
    guard let x = LinearSystem.solve(&matrix, &right, unknowns) else { return nil }
    // The pattern lies too far ahead by so many modules at −1…1 from its middle.
    let limit = 1.0
    let move = x.map { Float(min(limit, max(-limit, $0))) }
    let perModule = alignment.half * 2 / alignment.length
    var better = alignment
    better.middle -= move[0] * perModule
    better.half -= move[1] * perModule
    better.bend -= move[2] * perModule
    better.twist -= move[3] * perModule
    better.spread = min(0.4, max(-0.4, alignment.spread + move[4]))
    guard profile.place(under: better) else { return nil }
    return (better, look)
  }

  /// Lets all signs compete for each cell, the others being as they are in the pattern. The body is lent each cell's
  /// number with the cost of each sign, in nats.
  func compete(
    _ pattern: BarPattern, _ spread: Float, _ look: Look, _ profile: BarProfile,
    _ body: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    reserve(profile.count)
    draw(pattern, spread, look.ramp, profile)
    let most = pattern.alphabets.reduce(0) { max($0, $1.signs.count) }
    if cost.count < most { cost = Array(repeating: 0, count: most) }
    let scale = 1 / (2 * look.noise)
    var first = 0
    for (number, cell) in pattern.cells.enumerated() {
      let alphabet = pattern.alphabets[cell.alphabet]
      while first < profile.count, profile.modules[first] < cell.start { first += 1 }
      var last = first
      while last < profile.count, profile.modules[last] < cell.start + alphabet.width { last += 1 }
      price(alphabet, cell, first, last, spread, look, profile)
      for sign in alphabet.signs.indices { cost[sign] *= scale }
      cost.withUnsafeBufferPointer { body(number, UnsafeBufferPointer(rebasing: $0[..<alphabet.signs.count])) }
      first = last
    }
  }

  /// The square sum that each sign leaves in a cell.
  private func price(
    _ alphabet: BarPattern.Alphabet, _ cell: BarPattern.Cell, _ first: Int, _ last: Int, _ spread: Float, _ look: Look,
    _ profile: BarProfile
  ) {
    let count = last - first
    cellWeight = 0
    for index in first..<last { cellWeight += profile.weights[index] }
    if steps.count < count * alphabet.places.count { steps = Array(repeating: 0, count: count * alphabet.places.count) }
    if base.count < count { base = Array(repeating: 0, count: count) }
    let scale = 1 / (2 * look.ramp)
    steps.withUnsafeMutableBufferPointer { steps in
      profile.modules.withUnsafeBufferPointer { modules in
        for (number, place) in alphabet.places.enumerated() {
          let edge = cell.start + place.edge + (place.isBar ? -spread : spread)
          let height: Float = place.isBar ? -1 : 1
          for index in 0..<count {
            let t = min(1, max(0, (modules[first + index] - edge) * scale + 0.5))
            steps[number * count + index] = height * t * t * (3 - 2 * t)
          }
        }
      }
      // What is left of the brightness when the cell holds nothing but what stands about it.
      for index in 0..<count {
        var rest = model[first + index]
        for place in alphabet.signs[cell.sign] { rest -= steps[place * count + index] }
        let (ink, contrast) = look.tone.tones(at: profile.modules[first + index])
        let root = profile.weights[first + index].squareRoot()
        base[index] = (profile.values[first + index] - ink - contrast * rest) * root
        for number in alphabet.places.indices { steps[number * count + index] *= contrast * root }
      }
      base.withUnsafeBufferPointer { base in
        for (sign, places) in alphabet.signs.enumerated() {
          var sum: Float = 0
          places.withUnsafeBufferPointer { places in
            for index in 0..<count {
              var miss = base[index]
              for place in places { miss -= steps[place &* count &+ index] }
              sum += miss * miss
            }
          }
          cost[sign] = sum
        }
      }
    }
  }

  private func reserve(_ count: Int) {
    if model.count < count { model = Array(repeating: 0, count: count) }
  }

  /// Draws a pattern into the model: 1 where there is paper, 0 in the middle of wide bars.
  private func draw(_ pattern: BarPattern, _ spread: Float, _ ramp: Float, _ profile: BarProfile) {
    let scale = 1 / (2 * ramp)
    let edges = pattern.edges
    var passed = 0
    for index in 0..<profile.count {
      let module = profile.modules[index]
      while passed < edges.count, edges[passed] + (passed % 2 == 0 ? -spread : spread) + ramp <= module { passed += 1 }
      var value: Float = passed % 2 == 0 ? 1 : 0
      var next = passed
      while next < edges.count {
        let edge = edges[next] + (next % 2 == 0 ? -spread : spread)
        let t = (module - edge) * scale + 0.5
        guard t > 0 else { break }
        value += (next % 2 == 0 ? -1 : 1) * min(1, t * t * (3 - 2 * t))
        next += 1
      }
      model[index] = value
    }
  }
}
