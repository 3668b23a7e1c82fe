internal import Glibc
internal import Imaging

/// Follows a reading by single rows of pixels to both ends of its bars.
///
/// The lines that vote are means of several pixels along the bars and cover the middle of a place. Digits that are
/// drawn over nearly the whole height win such a vote, and the check digit can fit. Above and below the drawing some
/// rows still show the printed digits. `RowTally` judges the rows.
///
/// The buffers are reused.
final class RowWalk {
  private let verifier: Verifier
  private var strip = Strip()
  private var profile = BarProfile()
  private var rows: [PixelRow] = []
  /// The fit of the best row; 0 while it is not known.
  private var fit: Float = 0

  /// The reading that is compared, with its position.
  struct Subject {
    /// The bars of the reading.
    var pattern: BarPattern
    /// The blur with which it was proven, as a ramp in modules.
    var ramp: Float
    /// The position of the code on the line through the middle of `place`, in pixels from there instead of samples.
    var alignment: Alignment
    /// The place, moved along the bars to a line that showed the code.
    var place: BarPlace
    /// True if the bars are lighter than the spaces.
    var isInverted: Bool
    /// True if lines proved the reading under this alignment; false if no smooth bend describes its bars exactly.
    var isAligned: Bool

    /// The number of samples per pixel: three in a module, but at least one in a pixel, and at most two.
    var scale: Float { min(2, max(1, 3 / alignment.module)) }
  }

  /// The distance between two rows, in modules, but at least one pixel: inside the code, where the voting lines lie
  /// too, and near its two ends, which they may miss.
  private static let spacing: (inside: Float, atEnds: Float) = (1.5, 0.5)
  /// The height of those ends, in modules.
  private static let end: Float = 5
  /// The walk ends after this height without the code, in modules.
  private static let gapMost: Float = 8
  /// The maximum height from the start to one end, in modules.
  private static let heightMost: Float = 300
  /// The rows to each side from which the direction of the bars is measured, in modules from the start.
  private static let rowsOfSlope: [Float] = [1, 2.5, 4, 6]
  /// The number of alignments that are tried on a row.
  private static let alignments = 3
  /// A row that explains this much less than the best one may show other characters. One that differs in two edges
  /// explains 0.08 less.
  private static let fitLost: Float = 0.03
  /// The same for a row that shows another code: it may lie half beside it.
  private static let fitOfOther: Float = 0.06
  /// The number of rows that are compared with other codes.
  private static let rowsTested = 3
  /// Rows closer together than this show the same pixels, in pixels.
  private static let spacingLeast: Float = 0.9

  init(verifier: Verifier) { self.verifier = verifier }

  /// Compares the rows of a reading, from one end of its bars to the other.
  ///
  /// - Parameters:
  ///   - subject: a reading with a check. Without one, any damaged character makes another valid code.
  ///   - frame: the frame that contains it.
  /// - Returns: the rows, by their offset along the bars.
  func rows(of subject: Subject, in frame: LumaFrame) -> RowTally {
    var subject = subject
    rows.removeAll(keepingCapacity: true)
    fit = 0
    for direction: Float in [1, -1] {
      var near = subject.alignment
      for module in Self.rowsOfSlope {
        let row = look(subject, near, v: direction * module * subject.alignment.module, in: frame)
        if let row, row.showsCode { near = row.alignment }
      }
    }
    rows.removeAll { !$0.showsCode }
    fit = rows.reduce(0) { max($0, $1.fit) }
    turn(&subject)
    rows.removeAll(keepingCapacity: true)
    for direction: Float in [1, -1] { walk(subject, direction, in: frame) }
    rows.sort { $0.v < $1.v }
    var last = -Float.infinity
    rows.removeAll {
      if $0.v - last < Self.spacingLeast { return true }
      last = $0.v
      return false
    }
    let tally = RowTally(pattern: subject.pattern, rows: rows)
    // Under an alignment that is off by a part of a module, a cell seems to show another character on all rows.
    guard subject.isAligned, tally.isDoubtful else { return tally }
    for index in rows.indices where rows[index].votes.isEmpty { vote(row: index, of: subject, in: frame) }
    var whole = RowTally(pattern: subject.pattern, rows: rows)
    whole.isOutdone = whole.suspicions.contains { isOutdone(subject, $0, in: frame) }
    return whole
  }

  /// Returns true if one of the codes of a suspicion explains its rows nearly as well as the reading explains its best
  /// row, and better than the reading explains these.
  ///
  /// The position comes from the nearest row that shows the reading, because on these rows it was fitted to the wrong
  /// bars.
  private func isOutdone(
    _ subject: Subject, _ suspicion: (cell: Int, rows: Range<Int>, rivals: [[Int]]), in frame: LumaFrame
  ) -> Bool {
    let middle = (suspicion.rows.lowerBound + suspicion.rows.upperBound) / 2
    let sure = rows.indices.filter { rows[$0].votes.isEmpty || rows[$0].fit >= fit - Self.fitLost }
    guard let near = sure.min(by: { abs($0 - middle) < abs($1 - middle) }) else { return false }
    let tested = suspicion.rows.sorted { rows[$0].votes[suspicion.cell].nats < rows[$1].votes[suspicion.cell].nats }
      .prefix(Self.rowsTested)
    let rivals = suspicion.rivals.map { subject.pattern.with(signs: $0) }
    var errors = [Float](repeating: 0, count: rivals.count)
    for row in tested {
      guard let start = cut(subject, rows[near].alignment, v: rows[row].v, in: frame) else { return false }
      for (index, rival) in rivals.enumerated() {
        let look = verifier.look(of: rival, spread: start.spread, in: profile, ramps: [subject.ramp])
        errors[index] += look?.tone.error ?? .infinity
      }
    }
    guard let likeliest = rivals.indices.min(by: { errors[$0] < errors[$1] }), errors[likeliest].isFinite else {
      return false
    }
    var (shown, nats) = (0, Float.zero)
    for row in tested {
      guard let own = best(subject.pattern, subject, rows[near].alignment, v: rows[row].v, in: frame),
        let other = best(rivals[likeliest], subject, rows[near].alignment, v: rows[row].v, in: frame)
      else { return false }
      if other.fit >= fit - Self.fitOfOther { shown += 1 }
      nats += (own.tone.error - other.tone.error) / (2 * other.noise)
    }
    return shown >= RowTally.rowsNeeded && nats >= RowTally.natsNeeded
  }

  /// The look of a pattern on a row, at a position or where it fits better near it.
  private func best(_ pattern: BarPattern, _ subject: Subject, _ near: Alignment, v: Float, in frame: LumaFrame)
    -> Verifier.Look?
  {
    guard let start = cut(subject, near, v: v, in: frame),
      let first = verifier.look(of: pattern, spread: start.spread, in: profile, ramps: [subject.ramp])
    else { return nil }
    guard let (better, _) = verifier.refine(start, pattern, ramp: subject.ramp, in: &profile),
      let second = verifier.look(of: pattern, spread: better.spread, in: profile, ramps: [subject.ramp])
    else { return first }
    return second.tone.error < first.tone.error ? second : first
  }

  /// Lets the cells of a row vote that explains nearly as much as the best one. It shows the code, and may be unclear in
  /// a cell that other rows doubt.
  private func vote(row index: Int, of subject: Subject, in frame: LumaFrame) {
    guard let alignment = cut(subject, rows[index].alignment, v: rows[index].v, in: frame),
      let look = verifier.look(of: subject.pattern, spread: alignment.spread, in: profile, ramps: [subject.ramp])
    else { return }
    verifier.vote(subject.pattern, alignment.spread, look, profile)
    rows[index].votes = verifier.votes
    rows[index].gains = verifier.gains
  }

  /// Turns the place so that its rows are perpendicular to the bars. Slanted rows would cross the end of a drawing and
  /// show parts of two codes.
  private func turn(_ subject: inout Subject) {
    let slope = slope
    let cosine = 1 / (1 + slope * slope).squareRoot()
    // The turned row through the same point of the middle bar shows all bars at this part of their distances.
    let middle = subject.alignment.middle
    subject.place = subject.place.turned(by: -atanf(slope) * 180 / .pi).moved(to: cosine * slope * middle)
    subject.alignment.middle = cosine * middle
    subject.alignment.stretch(by: cosine)
  }

  /// The distance across the bars by which the code moves per pixel along them; 0 if there are too few rows.
  private var slope: Float {
    guard rows.count >= 4 else { return 0 }
    let count = Float(rows.count)
    let v = rows.reduce(0) { $0 + $1.v } / count
    let middle = rows.reduce(0) { $0 + $1.alignment.middle } / count
    let square = rows.reduce(0) { $0 + ($1.v - v) * ($1.v - v) }
    let slope = rows.reduce(0) { $0 + ($1.v - v) * ($1.alignment.middle - middle) } / square
    return min(0.3, max(-0.3, slope))
  }

  /// Walks from the middle of the place to one end of the bars, and along that end again in small steps.
  private func walk(_ subject: Subject, _ direction: Float, in frame: LumaFrame) {
    let module = subject.alignment.module
    // From row to row the code lies nearly alike: each begins where the one before had it.
    var near = subject.alignment
    var seen: (v: Float, near: Alignment) = (0, near)
    let step = max(1, Self.spacing.inside * module)
    var v = direction > 0 ? 0 : step
    while v - seen.v <= Self.gapMost * module, v <= Self.heightMost * module {
      if let row = look(subject, near, v: direction * v, in: frame), row.showsCode {
        near = row.alignment
        seen = (v, near)
      }
      v += step
    }
    let small = max(1, Self.spacing.atEnds * module)
    (v, near) = (max(0, seen.v - Self.end * module) + small, seen.near)
    guard small < step else { return }
    while v < seen.v + step {
      if let row = look(subject, near, v: direction * v, in: frame), row.showsCode { near = row.alignment }
      v += small
    }
  }

  /// Compares a row with the reading, and adds it to the rows.
  ///
  /// - Parameters:
  ///   - subject: the reading.
  ///   - near: the position of the code on a near row, in pixels. Positions a little beside it are tried too.
  ///   - v: the offset of the row along the bars, in pixels.
  ///   - frame: the frame.
  /// - Returns: the row; nil if the reading fits it in no way.
  private func look(_ subject: Subject, _ near: Alignment, v: Float, in frame: LumaFrame) -> PixelRow? {
    guard let start = cut(subject, near, v: v, in: frame), var row = compare(subject, start, v) else { return nil }
    row.alignment.middle = strip.u(ofSample: row.alignment.middle)
    row.alignment.stretch(by: strip.step)
    rows.append(row)
    return row
  }

  /// Takes the profile of a row.
  ///
  /// - Returns: the alignment in samples; nil if the row does not reach from one end of the code to the other.
  private func cut(_ subject: Subject, _ near: Alignment, v: Float, in frame: LumaFrame) -> Alignment? {
    var place = subject.place.moved(to: v)
    place.height = 1
    StripCutter.cut(place, of: frame, as: StripParameters(lines: 1, scale: subject.scale, mean: 1), into: &strip)
    if subject.isInverted { strip.invert() }
    var start = near
    start.middle = (near.middle - strip.start) / strip.step
    start.stretch(by: 1 / strip.step)
    let (width, step) = (strip.width, strip.step)
    let isOnLine = strip.samples.withUnsafeBufferPointer { samples in
      samples.baseAddress.map { profile.take($0, length: width, step: step, under: start) } ?? false
    }
    return isOnLine ? start : nil
  }

  /// Compares the profile with the reading. A row that explains nearly as much as the best one shows the reading; on
  /// any other, each cell votes.
  ///
  /// - Returns: the row, with its alignment in samples; nil if the reading fits it in no way.
  private func compare(_ subject: Subject, _ start: Alignment, _ v: Float) -> PixelRow? {
    let (pattern, ramp) = (subject.pattern, subject.ramp)
    var alignment = start
    var best: (row: PixelRow, undecided: Int)?
    for number in 0..<Self.alignments {
      guard let look = verifier.look(of: pattern, spread: alignment.spread, in: profile, ramps: [ramp]) else { break }
      if fit > 0, look.fit >= fit - Self.fitLost {
        return PixelRow(v: v, alignment: alignment, fit: look.fit, votes: [], gains: [])
      }
      if fit == 0 || number > 0 {
        verifier.vote(pattern, alignment.spread, look, profile)
        let row = PixelRow(v: v, alignment: alignment, fit: look.fit, votes: verifier.votes, gains: verifier.gains)
        let undecided = row.undecided
        // The direction of the bars is measured from the best alignments, on any other row the characters count.
        if best.map({ fit == 0 ? look.fit > $0.row.fit : undecided < $0.undecided }) ?? true {
          best = (row, undecided)
        }
        if fit > 0, undecided == 0 { break }
      }
      guard number + 1 < Self.alignments,
        let (better, _) = verifier.refine(alignment, pattern, ramp: ramp, in: &profile)
      else { break }
      alignment = better
    }
    return best?.row
  }
}
