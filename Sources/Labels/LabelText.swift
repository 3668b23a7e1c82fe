internal import CCairo
internal import Imaging

/// The words of a label in the largest letters that fit.
struct LabelText {
  private(set) var texts: [LabelFace.Text] = []
  private(set) var height = 0
  private(set) var missingGlyphs = 0

  /// Heights of letters that are tried, in millimetres. Below the last nobody reads them.
  private static let sizes = [4.0, 3.5, 3.1, 2.8, 2.5, 2.2, 2.0, 1.8, 1.6, 1.4, 1.25]

  /// Sets the words in a room: whole if there is a size for that, else with less and less of them. The code is never
  /// cut where it has any room at all.
  ///
  /// - Parameters:
  ///   - content: the words; those that are empty take no room.
  ///   - room: where they may stand.
  ///   - grid: the printer's pixels.
  ///   - isCentred: whether each line is centred; else they begin on the left, and stand in the middle of the height.
  /// - Throws: `LabelError.undrawable`.
  init(
    _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid, isCentred: Bool
  ) throws(LabelError) {
    let details = content.details.filter { !$0.isEmpty }
    guard room.width > 0, room.height > 0, !(content.heading.isEmpty && details.isEmpty && content.code.isEmpty) else {
      return
    }
    let setter = Setter(room: room, grid: grid, isCentred: isCentred, ruler: try Ruler())
    for plan in Self.plans(content.heading, details) {
      for size in Self.sizes where plan.sizes.contains(size) {
        if let set = try setter.set(plan, content.code, size: size) {
          self = set
          return
        }
      }
    }
  }

  /// What is tried, in this order, with letters of what sizes in millimetres.
  private struct Plan {
    var heading: String
    var details: [String]
    /// Whether words may end in an ellipsis.
    var mayCut: Bool
    var sizes: ClosedRange<Double>
    var codeLines = 1
  }

  /// Whole in letters that are read easily; then cut short; then in smaller letters; then without the last details; the
  /// code alone, on two lines, at last.
  private static func plans(_ heading: String, _ details: [String]) -> [Plan] {
    var plans = [1.8...4, 1.4...1.6].flatMap { sizes in
      [false, true].map { Plan(heading: heading, details: details, mayCut: $0, sizes: sizes) }
    }
    plans.append(Plan(heading: heading, details: details, mayCut: true, sizes: 1.25...1.6, codeLines: 2))
    for count in (0..<details.count).reversed() {
      plans.append(
        Plan(heading: heading, details: Array(details.prefix(count)), mayCut: true, sizes: 1.25...2.2))
    }
    plans.append(Plan(heading: heading, details: [], mayCut: true, sizes: 1.25...2.2, codeLines: 2))
    plans.append(Plan(heading: "", details: [], mayCut: true, sizes: 1.25...4, codeLines: 1))
    plans.append(Plan(heading: "", details: [], mayCut: true, sizes: 1.25...4, codeLines: 2))
    return plans
  }

  private init(_ texts: [LabelFace.Text], height: Int, missingGlyphs: Int) {
    self.texts = texts
    self.height = height
    self.missingGlyphs = missingGlyphs
  }

  /// One line, at no place yet.
  static func line(
    _ text: String, size: Int, width: Int, isCentred: Bool
  ) throws(LabelError) -> (text: LabelFace.Text, height: Int, missingGlyphs: Int) {
    let ruler = try Ruler()
    var size = size
    while true {
      let style = TextBlock.Style(size: size, alignment: isCentred ? .centre : .left)
      let measured = try ruler.measure(text, style, width: width)
      if !measured.isCut || size <= 4 {
        let text = LabelFace.Text(text: text, style: style, place: PixelPoint(x: 0, y: 0), width: width)
        return (text, measured.height, measured.missingGlyphs)
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
    let ruler: Ruler

    /// - Returns: nil when it does not fit.
    func set(_ plan: Plan, _ code: String, size: Double) throws(LabelError) -> LabelText? {
      let alignment: TextBlock.Style.Alignment = isCentred ? .centre : .left
      var parts: [(String, TextBlock.Style)] = []
      if !plan.heading.isEmpty {
        parts.append(
          (plan.heading, TextBlock.Style(size: grid.pixels(size), isBold: true, alignment: alignment, lines: 2)))
      }
      let small = grid.pixels(max(1.25, size * 0.84))
      parts += plan.details.map { ($0, TextBlock.Style(size: small, alignment: alignment, lines: 2)) }
      if !code.isEmpty {
        let smallest = grid.pixels(max(1.18, size * 0.74))
        parts.append((code, TextBlock.Style(size: smallest, alignment: alignment, lines: plan.codeLines)))
      }
      var texts: [LabelFace.Text] = []
      var (height, missing) = (0, 0)
      for (index, (text, style)) in parts.enumerated() {
        let measured = try ruler.measure(text, style, width: room.width)
        let isCode = !code.isEmpty && index == parts.count - 1
        guard !measured.isCut || plan.mayCut && !isCode else { return nil }
        // The code stands a little off: it is for the eyes of whoever types it.
        if isCode, index > 0 { height += grid.pixels(0.4) }
        texts.append(
          LabelFace.Text(
            text: text, style: style, place: PixelPoint(x: room.x, y: room.y + height), width: room.width))
        height += measured.height
        missing += measured.missingGlyphs
        guard height <= room.height else { return nil }
      }
      var set = LabelText(texts, height: height, missingGlyphs: missing)
      if !isCentred { set.move(by: PixelPoint(x: 0, y: (room.height - height) / 2)) }
      return set
    }
  }
}

/// Measures texts before there is anything to draw them on.
struct Ruler: ~Copyable {
  private let drawing: DrawingSurface

  init() throws(LabelError) {
    drawing = try DrawingSurface(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
  }

  func measure(
    _ text: String, _ style: TextBlock.Style, width: Int
  ) throws(LabelError) -> (height: Int, isCut: Bool, missingGlyphs: Int) {
    let layout = try TextLayout(text, style: style, width: width, on: drawing.context)
    return (layout.height, layout.isCut, layout.missingGlyphs)
  }
}
