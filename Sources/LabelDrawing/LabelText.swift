internal import Imaging

/// The words of a label in the largest letters that fit, or in the letter size of the neighbouring labels.
struct LabelText {
  private(set) var texts: [LabelFace.Text] = []
  private(set) var height = 0
  /// The letter height in millimetres; nil without words.
  private(set) var size: Double?

  /// The letter heights to try, in millimetres. Smaller letters than the last are illegible.
  private static let sizes = [4.0, 3.5, 3.1, 2.8, 2.5, 2.2, 2.0, 1.8, 1.6, 1.4, 1.25]

  /// The smallest letter height that is legible at arm's length. A long title is truncated before it makes all letters
  /// of the sheet smaller than this.
  private static let comfortable = 2.8

  /// Fits the words into a room: complete if a size allows it, otherwise with fewer and fewer words. The code is never
  /// truncated if it has any room at all.
  ///
  /// - Parameters:
  ///   - content: the words; empty ones take no room.
  ///   - room: the area for the words.
  ///   - grid: the printer's pixels.
  ///   - isCentred: true to centre each line; otherwise the lines are left-aligned, and centred vertically.
  ///   - wanted: the letter height, one of `sizes`, with smaller ones only if nothing else fits; nil for the largest.
  /// - Throws: `LabelError.undrawable`.
  init(
    _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid, isCentred: Bool, size wanted: Double?
  ) throws(LabelError) {
    let details = content.details.filter { !$0.isEmpty }
    guard room.width > 0, room.height > 0, !(content.heading.isEmpty && details.isEmpty && content.code.isEmpty) else {
      return
    }
    let setter = Setter(room: room, grid: grid, isCentred: isCentred, ruler: try TextRuler())
    for plan in Self.plans(content.heading, details, size: wanted) {
      for size in Self.sizes where plan.sizes.contains(size) {
        if let set = try setter.set(plan, content.code, size: size) {
          self = set
          return
        }
      }
    }
  }

  /// An attempt to fit the words, with its range of letter heights in millimetres.
  private struct Plan {
    var heading: String
    var details: [String]
    /// True if words may end in an ellipsis.
    var mayCut: Bool
    var sizes: ClosedRange<Double>
    /// The most lines of the heading. A detail has at most two of them.
    var lines: Int
    var codeLines = 1
  }

  /// Returns the attempts in their order. With a given size: complete, then truncated. Otherwise: complete in
  /// comfortable letters; truncated; in smaller letters; without the last details; the code alone, at last on two
  /// lines.
  private static func plans(_ heading: String, _ details: [String], size: Double?) -> [Plan] {
    let whole = size.map { $0...$0 } ?? comfortable...4
    let cut = size ?? comfortable
    // A complete heading may have three lines, a truncated one two, then one before smaller letters are tried.
    let full: [(sizes: ClosedRange<Double>, lines: Int)] = [
      (whole, 3), (cut...cut, 2), (cut...cut, 1), (1.8...4, 3), (1.8...4, 2), (1.8...4, 1), (1.4...1.6, 3),
      (1.4...1.6, 2), (1.25...1.6, 1),
    ]
    var plans = full.map { sizes, lines in
      Plan(heading: heading, details: details, mayCut: lines < 3, sizes: sizes, lines: lines)
    }
    plans.append(Plan(heading: heading, details: details, mayCut: true, sizes: 1.25...1.6, lines: 2, codeLines: 2))
    for count in (0..<details.count).reversed() {
      plans.append(
        Plan(heading: heading, details: Array(details.prefix(count)), mayCut: true, sizes: 1.25...2.2, lines: 2))
    }
    plans.append(Plan(heading: heading, details: [], mayCut: true, sizes: 1.25...2.2, lines: 2, codeLines: 2))
    plans.append(Plan(heading: "", details: [], mayCut: true, sizes: 1.25...4, lines: 1))
    plans.append(Plan(heading: "", details: [], mayCut: true, sizes: 1.25...4, lines: 1, codeLines: 2))
    guard let size else { return plans }
    return plans.filter { $0.sizes.lowerBound <= size }.map { plan in
      var plan = plan
      plan.sizes = plan.sizes.lowerBound...min(plan.sizes.upperBound, size)
      return plan
    }
  }

  private init(_ texts: [LabelFace.Text], height: Int, size: Double) {
    self.texts = texts
    self.height = height
    self.size = size
  }

  /// Returns one line that has no position yet.
  static func line(
    _ text: String, size: Int, width: Int, isCentred: Bool
  ) throws(LabelError) -> LabelFace.Text {
    let ruler = try TextRuler()
    var size = size
    while true {
      let style = TextBlock.Style(size: size, alignment: isCentred ? .centre : .left)
      let measured = try ruler.measure(text, style, width: width)
      if !measured.isCut || size <= 4 {
        return LabelFace.Text(
          text: text, style: style, place: PixelPoint(x: 0, y: 0), width: width, height: measured.height)
      }
      size -= 1
    }
  }

  mutating func move(by step: PixelPoint) {
    for index in texts.indices {
      texts[index].place.x += step.x
      texts[index].place.y += step.y
    }
  }

  private struct Setter: ~Copyable {
    let room: PixelRectangle
    let grid: PrintGrid
    let isCentred: Bool
    let ruler: TextRuler

    /// - Returns: the words; nil if they do not fit.
    func set(_ plan: Plan, _ code: String, size: Double) throws(LabelError) -> LabelText? {
      let alignment: TextBlock.Style.Alignment = isCentred ? .centre : .left
      var parts: [(String, TextBlock.Style)] = []
      if !plan.heading.isEmpty {
        parts.append(
          (
            plan.heading,
            TextBlock.Style(size: grid.pixels(size), isBold: true, alignment: alignment, lines: plan.lines)
          ))
      }
      let small = grid.pixels(max(1.25, size * 0.84))
      parts += plan.details.map { ($0, TextBlock.Style(size: small, alignment: alignment, lines: min(2, plan.lines))) }
      if !code.isEmpty {
        let smallest = grid.pixels(max(1.18, size * 0.74))
        parts.append((code, TextBlock.Style(size: smallest, alignment: alignment, lines: plan.codeLines)))
      }
      var texts: [LabelFace.Text] = []
      var height = 0
      for (index, (text, style)) in parts.enumerated() {
        let measured = try ruler.measure(text, style, width: room.width)
        let isCode = !code.isEmpty && index == parts.count - 1
        guard !measured.isCut || plan.mayCut && !isCode else { return nil }
        // The code is set off a little, for those who type it.
        if isCode, index > 0 { height += grid.pixels(0.4) }
        texts.append(
          LabelFace.Text(
            text: text, style: style, place: PixelPoint(x: room.x, y: room.y + height), width: room.width,
            height: measured.height))
        height += measured.height
        guard height <= room.height else { return nil }
      }
      var set = LabelText(texts, height: height, size: size)
      if !isCentred { set.move(by: PixelPoint(x: 0, y: (room.height - height) / 2)) }
      return set
    }
  }
}
