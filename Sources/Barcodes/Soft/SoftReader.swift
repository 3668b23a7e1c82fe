internal import Deadwax
internal import Imaging

/// Reads EAN-13 and UPC-A whose bars are bent, blurred or unevenly lit, without looking for edges.
///
/// Each row of a place gives evidence for every character of every cell. The rows are added up, and the likeliest code
/// with a right check digit is accepted if all others are far behind. The buffers are reused.
final class SoftReader {
  private let grower = PlaceGrower()
  private let lattice = WidthLattice()
  private let walk: RowWalk
  private var patch = BarPatch()
  private var ink = InkLine()
  private var knots = CellKnots()
  private var line: [Float] = []

  /// The maximum number of places that are read, and of low ones that are read if nothing else is.
  private static let (placesMost, lowPlacesMost) = (10, 6)
  /// The number of rows of a place, and the number after which a place without a clear one is given up.
  private static let (rows, rowsOfTrial) = (6, 3)
  /// The height of a row, in samples across the bars on each side of its middle.
  private static let halfHeight: Float = 3
  /// The greatest mean squared difference of a row in the lattice, and of a row that keeps a place in the running.
  private static let (roughMost, clearMost): (Float, Float) = (0.16, 0.09)
  /// The maximum number of thin rows that judge a reading, from one end of its bars to the other.
  private static let judgesMost = 64
  /// The noise of a judging row above which it lies beside the bars or half beside them, and the same as a multiple of
  /// the median row's.
  private static let (noiseOfJudge, timesMiddle): (Float, Float) = (0.3, 3)
  /// The judging rows at each end of the bars that do not vote, because they lie half beside them.
  private static let rowsAtEnd = 2

  /// Creates a reader; nil if the formats contain neither EAN-13 nor UPC-A.
  init?(formats: BarcodeFormats, walk: RowWalk) {
    guard !formats.symbologies.isDisjoint(with: [.ean13, .upcA]) else { return nil }
    self.walk = walk
  }

  /// The codes of the picture of which some rows show another: no other way to cut the rows undoes that.
  private var refuted: Set<[UInt8]> = []

  /// Discards what was found in the last picture.
  func forget() { refuted.removeAll() }

  /// Finds the places in which to look for codes.
  ///
  /// - Parameters:
  ///   - pyramid: the sizes of the frame.
  ///   - map: the map of its full size.
  /// - Returns: the places, the likeliest first.
  func places(in pyramid: FramePyramid, _ map: CellMap) -> [GrownPlace] {
    grower.places(in: pyramid, map, limit: Self.placesMost)
  }

  /// Finds the places of low codes.
  ///
  /// - Parameters:
  ///   - frame: the full size of the frame.
  ///   - others: the places that were found before.
  /// - Returns: other places, the likeliest first.
  func lowPlaces(in frame: LumaFrame, besides others: [GrownPlace]) -> [GrownPlace] {
    grower.lowPlaces(in: frame, besides: others, limit: Self.lowPlacesMost)
  }

  /// Reads a place.
  ///
  /// - Returns: nil if the evidence does not suffice for a code.
  func read(_ place: GrownPlace, in pyramid: FramePyramid) -> SoftReading? {
    for isBowed in [false, true] where !isBowed || place.isBowed {
      patch.cut(place, isBowed: isBowed, reach: BarPatch.inside, of: pyramid)
      if let (verdict, rows) = verdict(in: pyramid.levels[0]), !refuted.contains(verdict.digits),
        let clearest = rows.min(by: { $0.noise < $1.noise })
      {
        let start = (v: patch.v(ofRow: clearest.row), knots: clearest.knots)
        if isAnotherSeen(than: verdict, around: clearest, in: pyramid.levels[0]) {
          refuted.insert(verdict.digits)
          return nil
        }
        patch.cut(place, isBowed: isBowed, reach: BarPatch.beyond, of: pyramid)
        if let reading = judged(verdict, from: start, in: pyramid.levels[0]) { return reading }
      }
    }
    return nil
  }

  /// Reads the rows of the patch until they suffice for a code.
  private func verdict(in frame: LumaFrame) -> (SoftVerdict, [SoftRow])? {
    let half = max(1, patch.rows(inHeight: Self.halfHeight))
    let spacing = Float(patch.height) / Float(Self.rows)
    let order = (0..<Self.rows).sorted { abs(2 * $0 + 1 - Self.rows) < abs(2 * $1 + 1 - Self.rows) }
    var rows: [SoftRow] = []
    for (number, index) in order.enumerated() {
      let middle = (Float(index) + 0.5) * spacing - 0.5
      if let row = row(middle, half, in: frame, near: nil) { rows.append(row) }
      let done = number + 1
      if done == Self.rowsOfTrial, (rows.map(\.noise).min() ?? 1) > Self.clearMost { return nil }
      if done % 2 == 0, let verdict = SoftVerdict.strongest(of: rows), verdict.isAccepted { return (verdict, rows) }
    }
    return nil
  }

  /// Reads a row of the patch.
  ///
  /// - Parameters:
  ///   - middle: the row.
  ///   - half: the number of rows on each side that are added to it.
  ///   - frame: the frame; a row on which the code leaves it is not read.
  ///   - near: the boundaries on a row beside it; nil to search for them.
  /// - Returns: nil if the row shows no code.
  private func row(_ middle: Float, _ half: Int, in frame: LumaFrame, near: [Float]?) -> SoftRow? {
    patch.mean(around: middle, half: half, into: &line)
    ink.measure(line)
    if let near {
      knots.places = near
    } else {
      guard lattice.search(ink.values, most: Self.roughMost, knots: &knots.places) != nil else { return nil }
    }
    knots.fit(to: ink.values)
    let places = knots.places
    guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }), isInside(places, middle, frame) else { return nil }
    return SoftRow(row: middle, knots: knots, hidden: hiddenCells)
  }

  /// Returns true if a code is in the frame from its first bar to its last: beyond it there is no evidence.
  private func isInside(_ places: [Float], _ row: Float, _ frame: LumaFrame) -> Bool {
    let ends = ends(of: places)
    return [ends.begin, ends.end].allSatisfy { sample in
      let point = patch.point(sample: sample, row: row)
      return point.x > -1 && point.y > -1 && point.x < Float(frame.width) + 1 && point.y < Float(frame.height) + 1
    }
  }

  /// Returns the first bar's beginning and the last bar's end on a row.
  private func ends(of places: [Float]) -> (begin: Float, end: Float) {
    let last = WidthLattice.parts
    return (
      places[0] + (places[1] - places[0]) * 4 / 7, places[last] - (places[last] - places[last - 1]) * 4 / 7
    )
  }

  /// The cells of the current row that a reflection may have changed.
  private var hiddenCells: [Bool] {
    let shares = (0..<WidthLattice.parts).filter { $0 % 7 != 0 }.map { part -> Float in
      let begin = max(0, Int(knots.places[part]))
      let end = min(line.count, max(begin + 1, Int(knots.places[part + 1])))
      guard begin < end else { return 0 }
      return Float(line[begin..<end].count { $0 >= Reflection.clipped }) / Float(end - begin)
    }
    return Reflection.hiddenCells(shares)
  }

  /// Returns true if rows of pixels of the frame show another code, as far as a smooth bend follows this one.
  private func isAnotherSeen(than verdict: SoftVerdict, around row: SoftRow, in frame: LumaFrame) -> Bool {
    guard let pattern = BarPattern.retail(.ean13, verdict.digits),
      var alignment = row.alignment(length: pattern.length, isBackwards: verdict.isBackwards)
    else { return false }
    let middle = patch.point(sample: alignment.middle, row: row.row)
    let inside = patch.grown.place.inside(x: middle.x, y: middle.y)
    alignment.middle = inside.u
    alignment.stretch(by: patch.step)
    let subject = RowWalk.Subject(
      pattern: pattern, ramp: CellTemplates.ramp(ofFine: row.templates), alignment: alignment,
      place: patch.grown.place.moved(to: inside.v), isInverted: false, isAligned: false)
    return walk.rows(of: subject, in: frame).showsAnother
  }

  /// Lets many thin rows judge a reading, by the rules for edges: `Ballot` and `RowTally`.
  ///
  /// - Parameters:
  ///   - verdict: the reading.
  ///   - start: a clear row, as its offset along the bars and its boundaries.
  ///   - frame: the frame.
  /// - Returns: nil if they do not uphold it.
  private func judged(
    _ verdict: SoftVerdict, from start: (v: Float, knots: [Float]), in frame: LumaFrame
  ) -> SoftReading? {
    guard let pattern = BarPattern.retail(.ean13, verdict.digits) else { return nil }
    let count = min(Self.judgesMost, patch.height)
    let spacing = Float(patch.height) / Float(count)
    let first = min(count - 1, max(0, Int((patch.row(atV: start.v) + 0.5) / spacing)))
    var judges: [(row: SoftRow, pixels: PixelRow)] = []
    // From row to row the code lies nearly alike: each begins where the one before had it.
    func follow(_ indices: some Sequence<Int>) {
      var near = start.knots
      for index in indices {
        let middle = (Float(index) + 0.5) * spacing - 0.5
        guard let row = row(middle, Int(spacing / 2), in: frame, near: near), row.noise <= Self.noiseOfJudge else {
          continue
        }
        let pixels = row.pixelRow(for: pattern, isBackwards: verdict.isBackwards, v: patch.v(ofRow: middle))
        guard pixels.showsCode else { continue }
        near = row.knots
        judges.append((row, pixels))
      }
    }
    follow(first..<count)
    follow((0..<first).reversed())
    judges.sort { $0.row.row < $1.row.row }
    if RowTally(pattern: pattern, rows: judges.map(\.pixels)).showsAnother {
      refuted.insert(verdict.digits)
      return nil
    }
    let noises = judges.map(\.row.noise).sorted()
    guard !noises.isEmpty else { return nil }
    let noiseMost = max(Self.clearMost, Self.timesMiddle * noises[noises.count / 2])
    judges.removeAll { $0.row.noise > noiseMost }
    guard judges.count > 2 * Self.rowsAtEnd else { return nil }
    var ballot = Ballot(pattern)
    for judge in judges.dropFirst(Self.rowsAtEnd).dropLast(Self.rowsAtEnd)
    where ballot.miss(judge.pixels.votes) != nil { ballot.add(judge.pixels.votes) }
    guard Acceptance.verdict(ballot, hasCheck: true, ofLines: count) == .upheld,
      let top = judges.first?.row, let bottom = judges.last?.row
    else { return nil }
    let corners = [(top, true), (top, false), (bottom, false), (bottom, true)].map { row, isBegin in
      let ends = ends(of: row.knots)
      return patch.point(sample: isBegin != verdict.isBackwards ? ends.begin : ends.end, row: row.row)
    }
    return SoftReading(digits: verdict.digits, margin: verdict.margin, rows: judges.count, corners: corners)
  }
}
