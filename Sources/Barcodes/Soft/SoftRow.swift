/// The evidence of one row of a place for each character of each cell.
struct SoftRow {
  /// The row of the patch.
  var row: Float
  /// The boundaries of guards and cells, in samples.
  var knots: [Float]
  /// The mean squared difference per sample under the likeliest characters.
  var noise: Float
  /// The index of the templates that fit best.
  let templates: Int
  /// The cost of each character in nats over the likeliest one, `CellTemplates.stride` values for each cell as the row
  /// shows them from its left end.
  private var nats: [Float]
  /// The same without a limit, and the unexplained rest of the likeliest character in each cell, per sample.
  private var excess: [Float]
  private var rests: [Float]
  /// The rest up to which a cell shows a character.
  private var restMost: Float

  /// The greatest difference of a character from the likeliest one that counts, as a sum of squares.
  private static let differenceMost: Float = 20
  /// The noise that is always there: light, paper and the templates themselves.
  private static let noiseLeast: Float = 0.01
  /// The unexplained rest that a cell may leave, at least and as a multiple of the median cell's.
  private static let (restLeast, timesMiddle): (Float, Float) = (0.12, 5)

  /// - Parameters:
  ///   - row: the row of the patch.
  ///   - knots: the boundaries with the costs.
  ///   - hidden: true for each cell in which a reflection may hide bars.
  init(row: Float, knots: CellKnots, hidden: [Bool]) {
    self.row = row
    self.knots = knots.places
    noise = knots.noise
    templates = knots.templates
    let stride = CellTemplates.stride
    let scale = 1 / (2 * (noise + Self.noiseLeast) * Float(CellTemplates.grain))
    var least = [Float](repeating: .infinity, count: 12)
    for cell in 0..<12 {
      for sign in 0..<CellTemplates.characters { least[cell] = min(least[cell], knots.costs[cell * stride + sign]) }
    }
    rests = least.map { max(0, $0) / Float(CellTemplates.samples) }
    restMost = max(Self.restLeast, Self.timesMiddle * rests.sorted()[6])
    nats = Array(repeating: 0, count: 12 * stride)
    excess = nats
    for cell in 0..<12 {
      let isBlank = hidden[cell] || rests[cell] > restMost
      if isBlank { rests[cell] = .infinity }
      for index in cell * stride..<cell * stride + CellTemplates.characters {
        let difference = knots.costs[index] - least[cell]
        excess[index] = difference * scale
        nats[index] = isBlank ? 0 : min(Self.differenceMost, difference) * scale
      }
    }
  }

  /// Returns the place in the table of a character of the code: read from its other end, a code shows its cells in
  /// reverse and its characters mirrored.
  private static func index(ofCell cell: Int, _ sign: Int, _ isBackwards: Bool) -> Int {
    guard isBackwards else { return cell * CellTemplates.stride + sign }
    let mirrored = cell < 6 ? (sign + 10) % 20 : sign + 10
    return (11 - cell) * CellTemplates.stride + mirrored
  }

  /// The number of characters that a cell of the code can show.
  private static func signs(inCell cell: Int) -> Range<Int> { 0..<(cell < 6 ? 20 : 10) }

  /// Adds the nats of each character to a table in the order of `Codewords`.
  func add(to table: inout [Float], isBackwards: Bool) {
    for cell in 0..<12 {
      for sign in Self.signs(inCell: cell) {
        table[cell * Codewords.stride + sign] += nats[Self.index(ofCell: cell, sign, isBackwards)]
      }
    }
  }

  /// Returns the nats by which the likeliest characters of the row are ahead of those of a code.
  func objection(to pattern: BarPattern, isBackwards: Bool) -> Float {
    pattern.cells.enumerated().reduce(0) { $0 + nats[Self.index(ofCell: $1.offset, $1.element.sign, isBackwards)] }
  }

  /// Returns the position of a code on the row.
  ///
  /// - Parameters:
  ///   - length: the length of the code, in modules.
  ///   - isBackwards: true if it is seen from its other end.
  ///   - place: returns the position of a sample, in the unit of the result.
  func alignment(length: Float, isBackwards: Bool, _ place: (Float) -> Float) -> Alignment? {
    var module: Float = -4
    var places: [(module: Float, place: Float)] = []
    for (part, knot) in knots.enumerated() {
      places.append((isBackwards ? length - module : module, place(knot)))
      if part < WidthLattice.parts { module += Float(WidthLattice.modules(inPart: part)) }
    }
    var alignment = Alignment(places: places, length: length)
    alignment?.spread = CellTemplates.spread(ofFine: templates)
    return alignment
  }

  /// Returns the votes of the row about a code, as a row of pixels has them.
  func pixelRow(for pattern: BarPattern, isBackwards: Bool, v: Float) -> PixelRow {
    var votes: [Verifier.Vote] = []
    var gains: [Float] = []
    // The scale turns nats back into the rest per sample.
    let scale = 2 * (noise + Self.noiseLeast) * Float(CellTemplates.grain) / Float(CellTemplates.samples)
    for (cell, character) in pattern.cells.enumerated() {
      let own = excess[Self.index(ofCell: cell, character.sign, isBackwards)]
      var (rival, other) = (Float.infinity, character.sign)
      for sign in 0..<Codewords.stride {
        guard Self.signs(inCell: cell).contains(sign) else {
          gains.append(-.infinity)
          continue
        }
        let cost = excess[Self.index(ofCell: cell, sign, isBackwards)]
        gains.append(own - cost)
        if sign != character.sign, cost < rival { (rival, other) = (cost, sign) }
      }
      let rest = rests[isBackwards ? 11 - cell : cell]
      votes.append(
        Verifier.Vote(
          nats: rival - own, isOwnWhole: rest + own * scale <= restMost,
          isOtherWhole: rest + rival * scale <= restMost, other: other))
    }
    let straight = Alignment(from: knots[0], to: knots[WidthLattice.parts], length: pattern.length)
    return PixelRow(v: v, alignment: straight, fit: 1 - noise, votes: votes, gains: gains)
  }
}
