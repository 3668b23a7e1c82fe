internal import Imaging

/// Proves that a code without a check ends where its reading ends.
///
/// Paper beside a few lines is not sufficient: a patch, a tear or a reflection can hide the rest of the code. The proof
/// compares all rows of pixels over the height of the bars. The buffers are reused.
final class CodeEnds {
  var strip = Strip()
  var rows: [Row] = []
  var samples: [Float] = []
  var model: [Float] = []
  var part = BarPart.middle

  /// A part of the code, in the direction of its text.
  enum BarPart: CaseIterable { case middle, start, stop }

  /// The comparison of a part of the code with one row.
  struct Match {
    /// The correlation of the brightness with the bars.
    var likeness: Float = -1
    /// The distance across the bars from the expected position, in modules.
    var shift: Float = 0
    /// The brightness of ink.
    var ink: Float = 0
    /// The difference from the brightness of ink to that of paper.
    var contrast: Float = 0
  }

  /// A row that shows the middle of the code.
  struct Row {
    /// The index of its line in the strip.
    var line: Int
    var middle: Match
    var start = Match()
    var stop = Match()
    var startView = View.none
    var stopView = View.none
  }

  /// The view that a row gives of an end of the code.
  enum View {
    /// The bars are hidden, or bars follow in the quiet zone.
    case none
    /// The bars are whole. A part of the quiet zone is hidden by something else than bars.
    case bars
    /// The bars are whole, and paper follows.
    case paper
  }

  /// The range beyond an end in which a row must show paper, in modules. No space of a code is so wide.
  static let quiet: (from: Float, to: Float) = (1, 5)
  /// The distance to which a block beside a code reaches, in modules; a bar of a code ends sooner.
  static let block: Float = 8
  /// The largest tone of such a block, where 1 is paper and 0 is ink, and the range of its tones.
  static let toneOfBlock: (most: Float, range: Float) = (0.85, 0.35)
  /// The number of bars at each end that a row must show, and the share of their ink.
  static let (outerBars, inkLeast): (Int, Float) = (2, 0.5)
  /// The distance by which such a bar may be off its position, in modules.
  static let barOffset: Float = 0.5
  /// The width in modules in which bars beyond the paper are searched.
  static let reach: Float = 46
  /// The part of the code that is compared at each end, in modules, and its largest share of the code.
  static let end: (modules: Float, share: Float) = (20, 0.4)
  /// The middle part of the code, as shares of its length.
  static let middle: (from: Float, to: Float) = (0.3, 0.7)
  /// The correlation from which a row shows the middle of the code, and one of its ends.
  static let likenessLeast: (middle: Float, end: Float) = (0.7, 0.6)
  /// The distance by which the code may move from one row to the next, in modules.
  static let shiftMost: Float = 1
  /// The distance between two samples, and between two positions that are compared, in modules.
  static let grain: Float = 0.25
  /// The least number of rows that must show the middle of the code.
  static let rowsLeast = 3
  /// Rows of damage that the walk passes over, in modules.
  static let gapMost: Float = 6
  /// The part of the height that is left out at the top and at the bottom, and the height of the first and the last
  /// stretch of rows that must show both ends.
  static let (margin, stretch): (Float, Float) = (0.12, 0.18)
  /// The share of all rows that must show each end, and of the rows in the first and the last stretch.
  static let shareNeeded: (all: Float, stretch: Float) = (0.75, 0.5)
  /// The brightness of quiet zones must pass this share of the contrast, and stay below the other one.
  static let paper: (least: Float, most: Float) = (0.6, 1.6)
  /// From this brightness on a pixel is clipped, and the share of a quiet zone that may be clipped.
  static let clipped: (from: Float, most: Float) = (254, 1 / 3)
  /// The share of the contrast by which a bar beyond the paper is darker than its surroundings, in the mean of the rows
  /// and in one row.
  static let bar: (mean: Float, row: Float) = (0.25, 0.15)
  /// No bar is wider, in modules.
  static let widest: Float = 4
  /// The share of the rows that show a bar of the code, and the height in modules by which a longer line exceeds it.
  static let (rowsOfBar, longer): (Float, ClosedRange<Float>) = (0.75, 3...9)
  /// The slope of the rows above which they are cut again at right angles to the bars.
  static let slopeMost: Float = 0.005

  /// Returns true if both ends of a reading are proven over the whole height of its bars.
  ///
  /// - Parameters:
  ///   - subject: a reading without a check.
  ///   - frame: the frame that contains it.
  /// - Returns: false if damage may hide a part of the code.
  func areProven(of subject: RowWalk.Subject, in frame: LumaFrame) -> Bool {
    var subject = subject
    // The walk begins in the middle of the code.
    let (x, y) = subject.place.point(u: subject.alignment.middle, v: 0)
    (subject.place.x, subject.place.y) = (x, y)
    subject.alignment.middle = 0
    for _ in 0..<3 {
      cut(subject, frame)
      walk(subject)
      let slope = slope(subject)
      guard abs(slope) > Self.slopeMost else { break }
      subject.place = subject.place.turned(by: -slope * 180 / .pi)
    }
    guard let shown = shown else { return false }
    findEnds(subject, frame)
    let inner = inner(of: shown)
    return showsEnds(inner) && !isClipped(subject, inner) && !isContinued(subject, inner, frame)
  }

  /// The first and the last line that show the middle of the code; nil if there are too few.
  var shown: ClosedRange<Int>? {
    guard let first = rows.first?.line, let last = rows.last?.line, rows.count >= Self.rowsLeast else { return nil }
    return first...last
  }

  /// Returns the lines without those near the top and the bottom.
  func inner(of shown: ClosedRange<Int>) -> ClosedRange<Int> {
    let margin = Int((Float(shown.count) * Self.margin).rounded())
    return shown.lowerBound + margin...shown.upperBound - margin
  }

  /// Compares each row with both ends of the code.
  func findEnds(_ subject: RowWalk.Subject, _ frame: LumaFrame) {
    for part in [BarPart.start, .stop] {
      draw(part, subject)
      let middle = rows.count / 2
      var near = rows[middle].middle.shift
      for (number, index) in (Array(middle..<rows.count) + (0..<middle).reversed()).enumerated() {
        if number == rows.count - middle { near = rows[middle].middle.shift }
        let line = rows[index].line
        let match = match(subject, line, near: near)
        let isShown = match.likeness >= Self.likenessLeast.end && showsBars(subject, part, match, line)
        if isShown { near = match.shift }
        let view = isShown ? view(subject, part, match, line, frame) : .none
        if part == .start {
          (rows[index].start, rows[index].startView) = (match, view)
        } else {
          (rows[index].stop, rows[index].stopView) = (match, view)
        }
      }
    }
  }

  /// Returns true if a row shows each of the outermost bars at an end.
  func showsBars(_ subject: RowWalk.Subject, _ part: BarPart, _ match: Match, _ line: Int) -> Bool {
    let edges = subject.pattern.edges
    let bars = stride(from: 0, to: edges.count - 1, by: 2).map { (edges[$0], edges[$0 + 1]) }
    return (part == .start ? bars.prefix(Self.outerBars) : bars.suffix(Self.outerBars)).allSatisfy { from, to in
      // Printers round widths, so a bar may be a little beside its position.
      var (ink, expected): (Float, Float) = (0, 0)
      for offset in [-Self.barOffset, 0, Self.barOffset] {
        var sum: Float = 0
        expected = 0
        for share: Float in [0.25, 0.5, 0.75] {
          let module = from + share * (to - from)
          let sample = position(subject, module + offset, match.shift)
          sum += match.ink + match.contrast - brightness(line, sample)
          expected += match.contrast * (1 - tone(at: module, subject))
        }
        ink = max(ink, sum)
      }
      return ink > Self.inkLeast * expected
    }
  }

  /// Returns the view of an end whose bars a row shows.
  func view(
    _ subject: RowWalk.Subject, _ part: BarPart, _ match: Match, _ line: Int, _ frame: LumaFrame
  ) -> View {
    // An end that is a character of its own may touch the edge of the frame. Any other end needs paper inside it.
    guard endsAreCharacters(subject) || isInside(subject, part, Self.quiet.to, match.shift, line, frame) else {
      return .none
    }
    let modules = stride(from: Self.quiet.from, to: Self.block, by: 1).map { distance in
      // The mean of a module is not disturbed by noise.
      let sum = [0.125, 0.375, 0.625, 0.875].reduce(0) { sum, offset in
        sum + brightness(line, position(subject, beyond(part, distance + offset, subject), match.shift))
      }
      return (sum / 4 - match.ink) / max(1, match.contrast)
    }
    let isPaper = modules.map { $0 > Self.paper.least && $0 < Self.paper.most }
    let quiet = Int(Self.quiet.to - Self.quiet.from)
    if isPaper.prefix(quiet).allSatisfy({ $0 }) { return .paper }
    // Bars in the quiet zone would alternate with paper. A block begins within a module and has one tone.
    let block = zip(modules, isPaper).drop { $0.1 }.dropFirst().map(\.0)
    let darkest = block.min() ?? 0
    let isBlock = block.allSatisfy { $0 < Self.toneOfBlock.most && $0 - darkest < Self.toneOfBlock.range }
    return isBlock || endsAreCharacters(subject) ? .bars : .none
  }

  /// Returns true if the code begins and ends with characters, which no part of it repeats by chance.
  func endsAreCharacters(_ subject: RowWalk.Subject) -> Bool { subject.pattern.cells.first?.start == 0 }

  /// Returns true if a point beyond an end is inside the frame.
  func isInside(
    _ subject: RowWalk.Subject, _ part: BarPart, _ distance: Float, _ shift: Float, _ line: Int, _ frame: LumaFrame
  ) -> Bool {
    let sample = position(subject, beyond(part, distance, subject), shift)
    let point = strip.place.point(u: strip.u(ofSample: sample), v: strip.v(ofLine: line))
    return point.x >= 0 && point.y >= 0 && point.x <= Float(frame.width) && point.y <= Float(frame.height)
  }

  /// Returns true if enough rows show both ends with paper, and the rows near the top and the bottom show their bars.
  func showsEnds(_ lines: ClosedRange<Int>) -> Bool {
    let height = max(2, Int(Float(lines.count) * Self.stretch))
    let top = lines.lowerBound...min(lines.upperBound, lines.lowerBound + height - 1)
    let bottom = max(lines.lowerBound, lines.upperBound - height + 1)...lines.upperBound
    func share(_ lines: ClosedRange<Int>, _ isShown: (View) -> Bool) -> Float {
      let inside = rows.filter { lines.contains($0.line) }
      let least = min(inside.count { isShown($0.startView) }, inside.count { isShown($0.stopView) })
      return Float(least) / Float(max(1, inside.count))
    }
    return share(lines) { $0 == .paper } >= Self.shareNeeded.all
      && [top, bottom].allSatisfy { share($0) { $0 != .none } >= Self.shareNeeded.stretch }
  }

  /// Returns true if a quiet zone is clipped white: a reflection can hide bars there. If the spaces of the whole code
  /// are clipped too, white is the brightness of its paper.
  func isClipped(_ subject: RowWalk.Subject, _ lines: ClosedRange<Int>) -> Bool {
    let length = subject.alignment.length
    let isPaperClipped = (0..<4).allSatisfy { quarter in
      let from = length * Float(quarter) / 4
      var most: Float = 0
      for module in stride(from: from, to: from + length / 4, by: Self.grain) {
        most = max(most, mean(subject, .middle, module, lines))
      }
      return most >= Self.clipped.from - 2
    }
    guard !isPaperClipped else { return false }
    return [BarPart.start, .stop].contains { part in
      var (all, clipped): (Float, Float) = (0, 0)
      for row in rows where lines.contains(row.line) {
        let shift = part == .start ? row.start.shift : row.stop.shift
        for distance in stride(from: Self.quiet.from, to: Self.quiet.to, by: Self.grain) {
          all += 1
          let sample = position(subject, beyond(part, distance, subject), shift)
          if brightness(row.line, sample) >= Self.clipped.from { clipped += 1 }
        }
      }
      return clipped > Self.clipped.most * all
    }
  }

  /// Returns true if bars of the same height follow beyond one of the quiet zones.
  func isContinued(_ subject: RowWalk.Subject, _ lines: ClosedRange<Int>, _ frame: LumaFrame) -> Bool {
    [BarPart.start, .stop].contains { part in
      let inside = rows.filter { lines.contains($0.line) }
      let contrast = inside.reduce(0) { $0 + (part == .start ? $1.start : $1.stop).contrast } / Float(inside.count)
      let outer = [inside[0], inside[inside.count - 1]]
      let distances = stride(from: Float(1), to: Self.reach, by: Self.grain).filter { distance in
        outer.allSatisfy { row in
          isInside(subject, part, distance, part == .start ? row.start.shift : row.stop.shift, row.line, frame)
        }
      }
      let profile = distances.map { mean(subject, part, beyond(part, $0, subject), lines) }
      let window = Int(Self.widest / Self.grain)
      return distances.indices.contains { index in
        guard index > window, index + window < distances.count else { return false }
        let before = profile[index - window..<index].max() ?? 0
        let after = profile[index + 1...index + window].max() ?? 0
        guard min(before, after) - profile[index] > Self.bar.mean * contrast else { return false }
        return isBar(subject, part, at: distances[index], contrast)
      }
    }
  }

  /// Returns true if a dark line beyond the code has the height of its bars. A line that is longer is a frame or the
  /// edge of a label.
  func isBar(_ subject: RowWalk.Subject, _ part: BarPart, at distance: Float, _ contrast: Float) -> Bool {
    guard let shown else { return false }
    func isDark(_ line: Int, _ shift: Float) -> Bool {
      func tone(_ offset: Float) -> Float {
        brightness(line, position(subject, beyond(part, distance + offset, subject), shift))
      }
      var (before, after, dark): (Float, Float, Float) = (0, 0, .infinity)
      for offset in stride(from: Self.grain, through: Self.widest, by: Self.grain) {
        before = max(before, tone(-offset))
        after = max(after, tone(offset))
      }
      for offset in stride(from: Float(-0.75), through: 0.75, by: Self.grain) { dark = min(dark, tone(offset)) }
      return min(before, after) - dark > Self.bar.row * contrast
    }
    func shift(_ row: Row) -> Float { part == .start ? row.start.shift : row.stop.shift }
    let inside = rows.filter { inner(of: shown).contains($0.line) }
    let dark = inside.count { isDark($0.line, shift($0)) }
    guard Float(dark) >= Self.rowsOfBar * Float(inside.count) else { return false }
    let perLine = subject.alignment.module / strip.spacing
    let near = max(2, Int(Self.longer.lowerBound * perLine))
    let far = max(near + 2, Int(Self.longer.upperBound * perLine))
    let above = (near...far).map { shown.lowerBound - $0 }.filter { $0 >= 0 }
    let below = (near...far).map { shown.upperBound + $0 }.filter { $0 < strip.count }
    let isLonger = [(above, rows[0]), (below, rows[rows.count - 1])].allSatisfy { lines, row in
      let dark = lines.count { isDark($0, shift(row)) }
      return !lines.isEmpty && Float(dark) >= Self.rowsOfBar * Float(lines.count)
    }
    return !isLonger
  }
}
