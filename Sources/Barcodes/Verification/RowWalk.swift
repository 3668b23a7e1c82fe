internal import Glibc
internal import Imaging

/// Looks for another code in a part of a reading's height, by single rows of pixels.
///
/// The lines that vote are means of several pixels along the bars and cover the middle of a place. Digits that are
/// drawn over nearly the whole height win such a vote, and the check digit can fit. Above and below the drawing some
/// rows still show the printed digits. The walk follows the code from row to row to both ends of its bars, and refuses
/// the reading if a band of rows together shows another code with a right check. It never accepts a reading.
///
/// The buffers are reused.
final class RowWalk {
  private let verifier: Verifier
  private var strip = Strip()
  private var profile = BarProfile()
  private var rows: [Row] = []
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

    /// The number of samples per pixel: three in a module, but at least one in a pixel, and at most two.
    var scale: Float { min(2, max(1, 3 / alignment.module)) }
  }

  /// A row across the code.
  private struct Row {
    /// The offset along the bars from the start of the walk, in pixels.
    var v: Float
    /// The position of the code on the row, in pixels.
    var alignment: Alignment
    /// The part of the brightness's changes that the reading explains.
    var fit: Float
    /// The votes of the cells; empty if the row shows the reading.
    var votes: [Verifier.Vote]
    /// By how much the row speaks for each character of each cell rather than for the read one, in nats.
    var gains: [Float]

    /// True if at least half of the cells show their own character.
    var showsCode: Bool { 2 * votes.count(where: RowWalk.isOwn) >= votes.count }
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
  /// The evidence from which a row is for or against a character, in nats.
  private static let natsDecided: Float = 3
  /// The minimum number of adjacent rows that show the same other character.
  private static let rowsNeeded = 2
  /// The evidence for that character that these rows must add up to, in nats.
  private static let natsNeeded: Float = 26
  /// Rows closer together than this show the same pixels, in pixels.
  private static let spacingLeast: Float = 0.9

  init(verifier: Verifier) { self.verifier = verifier }

  /// Looks for another code in the rows of a reading.
  ///
  /// - Parameters:
  ///   - subject: a reading with a check. Without one, any damaged character makes another valid code.
  ///   - frame: the frame that contains it.
  /// - Returns: true if a band of rows shows another code.
  func findsAnother(than subject: Subject, in frame: LumaFrame) -> Bool {
    var subject = subject
    rows.removeAll(keepingCapacity: true)
    fit = 0
    for direction: Float in [1, -1] {
      var near = subject.alignment
      for module in Self.rowsOfSlope {
        near = look(subject, near, v: direction * module * subject.alignment.module, in: frame) ?? near
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
    return subject.pattern.cells.indices.contains { isAnotherSeen(than: subject.pattern, by: $0) }
  }

  /// Returns true if adjacent rows show one other character in a cell, and together another code.
  private func isAnotherSeen(than pattern: BarPattern, by cell: Int) -> Bool {
    var first = 0
    while first < rows.count {
      guard let sign = sign(in: rows[first], cell) else {
        first += 1
        continue
      }
      var (end, nats) = (first, Float.zero)
      while end < rows.count, self.sign(in: rows[end], cell) == sign {
        nats -= rows[end].votes[cell].nats
        end += 1
      }
      if end - first >= Self.rowsNeeded, nats >= Self.natsNeeded, showsAnother(first..<end, than: pattern) {
        return true
      }
      first = end
    }
    return false
  }

  /// Returns the other character that a row shows whole in a cell; nil if there is none.
  private func sign(in row: Row, _ cell: Int) -> Int? {
    guard !row.votes.isEmpty, Self.isOther(row.votes[cell]) else { return nil }
    return row.votes[cell].other
  }

  /// Returns true if the likeliest characters of a band of rows make another code with a right check.
  private func showsAnother(_ band: Range<Int>, than pattern: BarPattern) -> Bool {
    let own = pattern.cells.map(\.sign)
    let stride = rows[band.lowerBound].gains.count / own.count
    var gains = rows[band.lowerBound].gains
    for row in rows[band].dropFirst() { for index in gains.indices { gains[index] += row.gains[index] } }
    var likeliest = own
    for cell in own.indices {
      for sign in 0..<stride where gains[cell * stride + sign] > gains[cell * stride + likeliest[cell]] {
        likeliest[cell] = sign
      }
    }
    let differ = zip(likeliest, own).count { $0 != $1 }
    return differ >= 2 && 2 * differ <= own.count && pattern.isChecked(likeliest)
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
      if let alignment = look(subject, near, v: direction * v, in: frame) {
        near = alignment
        seen = (v, near)
      }
      v += step
    }
    let small = max(1, Self.spacing.atEnds * module)
    (v, near) = (max(0, seen.v - Self.end * module) + small, seen.near)
    guard small < step else { return }
    while v < seen.v + step {
      near = look(subject, near, v: direction * v, in: frame) ?? near
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
  /// - Returns: the position of the code on the row; nil if it does not show the code.
  private func look(_ subject: Subject, _ near: Alignment, v: Float, in frame: LumaFrame) -> Alignment? {
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
    guard isOnLine, var row = compare(subject, start, v) else { return nil }
    row.alignment.middle = strip.u(ofSample: row.alignment.middle)
    row.alignment.stretch(by: step)
    rows.append(row)
    return row.showsCode ? row.alignment : nil
  }

  /// Compares the profile with the reading. A row that explains nearly as much as the best one shows the reading; on
  /// any other, each cell votes.
  ///
  /// - Returns: the row, with its alignment in samples; nil if the reading fits it in no way.
  private func compare(_ subject: Subject, _ start: Alignment, _ v: Float) -> Row? {
    let (pattern, ramp) = (subject.pattern, subject.ramp)
    var alignment = start
    var best: (row: Row, undecided: Int)?
    for number in 0..<Self.alignments {
      guard let look = verifier.look(of: pattern, spread: alignment.spread, in: profile, ramps: [ramp]) else { break }
      if fit > 0, look.fit >= fit - Self.fitLost {
        return Row(v: v, alignment: alignment, fit: look.fit, votes: [], gains: [])
      }
      if fit == 0 || number > 0 {
        verifier.vote(pattern, alignment.spread, look, profile)
        let undecided = verifier.votes.count { !Self.isOwn($0) && !Self.isOther($0) }
        // The direction of the bars is measured from the best alignments, on any other row the characters count.
        if best.map({ fit == 0 ? look.fit > $0.row.fit : undecided < $0.undecided }) ?? true {
          let row = Row(v: v, alignment: alignment, fit: look.fit, votes: verifier.votes, gains: verifier.gains)
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

  private static func isOwn(_ vote: Verifier.Vote) -> Bool { vote.isOwnWhole && vote.nats >= natsDecided }
  private static func isOther(_ vote: Verifier.Vote) -> Bool { vote.isOtherWhole && vote.nats <= -natsDecided }
}
