internal import Glibc
internal import Imaging

/// Looks for another code in a part of a reading's height, by single rows of pixels.
///
/// The lines that vote are means of several pixels along the bars and cover the middle of a place. Digits that are drawn
/// over nearly the whole height win such a vote, and the check digit can fit. Above and below the drawing some rows still
/// show the printed digits. The walk follows the code from row to row to both ends of its bars, and refuses the reading
/// if several rows show the same other code with a right check. It never accepts a reading.
///
/// The buffers are reused.
final class RowWalk {
  private let verifier: Verifier
  private var strip = Strip()
  private var profile = Profile()
  private var place = Place(x: 0, y: 0, alongX: 1, alongY: 0, length: 0, height: 0, energy: 0)
  private var rows: [Row] = []

  /// The reading that is compared, with the way in which its lines were cut.
  struct Subject {
    /// The bars of the reading.
    var pattern: BarPattern
    /// The blur with which it was proven, as a ramp in modules.
    var ramp: Float
    /// The position of the code on a line through the middle of `place`, in samples.
    var alignment: Alignment
    /// The place, moved along the bars to that line.
    var place: Place
    /// The number of samples per pixel.
    var scale: Float
    /// True if the bars are lighter than the spaces.
    var isInverted: Bool
  }

  /// A row that shows the code.
  private struct Row {
    /// The offset along the bars from the start of the walk, in pixels.
    var v: Float
    /// The middle of the code across the bars, from the middle of the place, in pixels.
    var middle: Float
    /// The characters that it shows; nil unless they make another code.
    var other: Other?
  }

  /// Another code that a row shows.
  private struct Other {
    /// The characters by cell.
    var signs: [Int]
    /// The evidence for them in the weakest of the cells that differ, in nats.
    var nats: Float
  }

  /// The distance between two rows, in modules, but at least one pixel.
  private static let spacing: Float = 0.5
  /// The walk ends after this height without the code, in modules.
  private static let gapMost: Float = 8
  /// The maximum number of rows from the start to one end.
  private static let rowsMost = 400
  /// The number of rows to each side from which the direction of the bars is measured.
  private static let rowsOfSlope = 8
  /// The number of alignments that are tried on a row.
  private static let alignments = 3
  /// The evidence from which a row is for or against a character, in nats. Rows that agree make up for the little that
  /// one of them proves.
  private static let natsDecided: Float = 3
  /// The minimum number of rows with the same other code, and the number that suffices if their evidence is strong.
  private static let rowsNeeded = (weak: 3, strong: 2)
  /// The sum of the evidence of those rows that is strong, in nats.
  private static let natsStrong: Float = 26

  init(verifier: Verifier) { self.verifier = verifier }

  /// Looks for another code in the rows of a reading.
  ///
  /// - Parameters:
  ///   - subject: a reading with a check. Without one, any damaged character makes another valid code.
  ///   - frame: the frame that contains it.
  /// - Returns: true if several rows show the same other code.
  func findsAnother(than subject: Subject, in frame: LumaFrame) -> Bool {
    var subject = subject
    walk(subject, Self.rowsOfSlope, in: frame)
    turn(&subject)
    walk(subject, Self.rowsMost, in: frame)
    var found: [[Int]: (rows: Int, nats: Float)] = [:]
    for case let other? in rows.map(\.other) {
      let known = found[other.signs] ?? (0, 0)
      found[other.signs] = (known.rows + 1, known.nats + other.nats)
    }
    return found.values.contains {
      $0.rows >= Self.rowsNeeded.weak || $0.rows >= Self.rowsNeeded.strong && $0.nats >= Self.natsStrong
    }
  }

  /// Turns the place so that its rows are perpendicular to the bars. Slanted rows would cross the end of a drawing and
  /// show parts of two codes.
  private func turn(_ subject: inout Subject) {
    let slope = slope
    let cosine = 1 / (1 + slope * slope).squareRoot()
    let middle = strip.u(ofSample: subject.alignment.middle)
    // The turned row through the place's middle meets the middle bar at another height than the present one, but shows
    // the bars at the same distances from each other, seen at this angle.
    subject.place = subject.place.turned(by: -atanf(slope) * 180 / .pi).moved(to: cosine * slope * middle)
    subject.alignment.middle = (cosine * middle - strip.start) / strip.step
    subject.alignment.half *= cosine
    subject.alignment.bend *= cosine
    subject.alignment.twist *= cosine
  }

  /// The distance across the bars by which the code moves per pixel along them; 0 if there are too few rows.
  private var slope: Float {
    let count = Float(rows.count)
    guard rows.count >= 4 else { return 0 }
    let v = rows.reduce(0) { $0 + $1.v } / count
    let middle = rows.reduce(0) { $0 + $1.middle } / count
    let square = rows.reduce(0) { $0 + ($1.v - v) * ($1.v - v) }
    let slope = rows.reduce(0) { $0 + ($1.v - v) * ($1.middle - middle) } / square
    return min(0.3, max(-0.3, slope))
  }

  /// Walks from the middle of the place to both ends of the bars.
  ///
  /// - Parameters:
  ///   - subject: the reading.
  ///   - most: the maximum number of rows to each end.
  ///   - frame: the frame.
  private func walk(_ subject: Subject, _ most: Int, in frame: LumaFrame) {
    rows.removeAll(keepingCapacity: true)
    cut(subject, 0, of: frame)
    let module = subject.alignment.module * strip.step
    let spacing = max(1, Self.spacing * module)
    for direction: Float in [1, -1] {
      // From row to row the code lies nearly alike: each begins where the one before had it.
      var near = subject.alignment
      var seen: Float = 0
      for number in (direction > 0 ? 0 : 1)...most {
        let v = Float(number) * spacing
        guard v - seen <= Self.gapMost * module else { break }
        cut(subject, direction * v, of: frame)
        guard let (row, alignment) = row(subject, near, v: direction * v) else { continue }
        rows.append(row)
        (near, seen) = (alignment, v)
      }
    }
  }

  private func cut(_ subject: Subject, _ v: Float, of frame: LumaFrame) {
    var place = subject.place.moved(to: v)
    place.height = 1
    StripCutter.cut(place, of: frame, as: Cut(lines: 1, scale: subject.scale, mean: 1), into: &strip)
    if subject.isInverted { strip.invert() }
  }

  /// Compares a row with the reading. The code is aligned as on a near row, or a little beside it if that fits better.
  ///
  /// - Returns: the row with its alignment; nil if it does not show the code.
  private func row(_ subject: Subject, _ near: Alignment, v: Float) -> (Row, Alignment)? {
    let (width, step) = (strip.width, strip.step)
    let isOnLine = strip.samples.withUnsafeBufferPointer { samples in
      samples.baseAddress.map { profile.take($0, length: width, step: step, under: near) } ?? false
    }
    guard isOnLine else { return nil }
    let (pattern, ramp) = (subject.pattern, subject.ramp)
    var alignment = near
    var best: (undecided: Int, own: Int, other: Other?, alignment: Alignment)?
    for number in 0..<Self.alignments {
      guard let look = verifier.look(of: pattern, spread: alignment.spread, in: profile, ramps: [ramp]) else { break }
      verifier.vote(pattern, alignment.spread, look, profile)
      let votes = verifier.votes
      let own = votes.count(where: Self.isOwn)
      let undecided = votes.count - own - votes.count(where: Self.isOther)
      if best.map({ undecided < $0.undecided }) ?? true {
        best = (undecided, own, other(votes, pattern), alignment)
      }
      if undecided == 0 || number + 1 == Self.alignments { break }
      guard let (better, _) = verifier.refine(alignment, pattern, ramp: ramp, in: &profile) else { break }
      alignment = better
    }
    guard let best, 2 * best.own >= pattern.cells.count else { return nil }
    return (Row(v: v, middle: strip.u(ofSample: best.alignment.middle), other: best.other), best.alignment)
  }

  /// Returns the other code that a row shows; nil unless every cell shows a character whole.
  private func other(_ votes: [Verifier.Vote], _ pattern: BarPattern) -> Other? {
    var other = Other(signs: pattern.cells.map(\.sign), nats: .infinity)
    for (index, vote) in votes.enumerated() {
      if Self.isOther(vote) {
        other.signs[index] = vote.other
        other.nats = min(other.nats, -vote.nats)
      } else if !Self.isOwn(vote) {
        return nil
      }
    }
    return other.nats.isFinite && pattern.isChecked(other.signs) ? other : nil
  }

  private static func isOwn(_ vote: Verifier.Vote) -> Bool { vote.isOwnWhole && vote.nats >= natsDecided }
  private static func isOther(_ vote: Verifier.Vote) -> Bool { vote.isOtherWhole && vote.nats <= -natsDecided }
}
