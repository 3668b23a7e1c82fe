package import Imaging

/// A label in the pixels of its printer: what is drawn where.
package struct LabelFace: Sendable, Equatable {
  /// Dark areas: bars, frames. They may overlap.
  package private(set) var areas: [PixelRectangle] = []
  package private(set) var texts: [Text] = []
  package let width, height: Int
  /// Where the symbol's ink is; nil without one.
  package private(set) var symbolPlace: PixelRectangle?
  /// Pixels of a module; nil without a symbol.
  package let moduleSize: Int?
  /// Signs for which the machine has no font.
  package private(set) var missingGlyphs = 0

  /// Lines of text in a box.
  package struct Text: Sendable, Equatable {
    package var text: String
    package var style: TextBlock.Style
    package var place: PixelPoint
    package var width: Int
  }

  /// Lays out a label.
  ///
  /// - Parameters:
  ///   - content: what stands on it.
  ///   - grid: the printer's pixels and the label's size.
  ///   - moduleSize: pixels of a module.
  /// - Throws: `LabelError.tooSmall` where the symbol does not fit with it, or `.undrawable`.
  package init(_ content: LabelContent, on grid: PrintGrid, moduleSize: Int) throws(LabelError) {
    width = grid.label.width
    height = grid.label.height
    let room = grid.printable
    guard let symbol = content.symbol else {
      self.moduleSize = nil
      try take(LabelText(content, in: room, grid, isCentred: false))
      return
    }
    self.moduleSize = moduleSize
    // A layout may have been changed since the size was chosen.
    guard grid.fits(symbol, moduleSize: moduleSize) else { throw grid.tooSmall(for: symbol, moduleSize: moduleSize) }
    if symbol.kind.isLinear {
      try arrange(symbol, content, in: room, grid, moduleSize)
    } else {
      try arrange(square: symbol, content, in: room, grid, moduleSize)
    }
  }

  /// Words above, bars below them, the code at the foot.
  private mutating func arrange(
    _ symbol: Symbol, _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid, _ moduleSize: Int
  ) throws(LabelError) {
    let barWidth = symbol.columns * moduleSize
    let gap = grid.pixels(0.8)
    let air = grid.pixels(0.4)
    // The code below the bars has a fixed share; the words get what the bars can spare.
    let codeSize = min(grid.pixels(2.8), max(grid.pixels(1.5), room.height / 9))
    var foot = try LabelText.line(content.code, size: codeSize, width: room.width, isCentred: true)
    // Half of the height is for bars: a reader that is held askew still crosses all of them.
    let leastBars = max(grid.pixels(5), room.height / 2)
    let head = PixelRectangle(
      x: room.x, y: room.y, width: room.width, height: max(0, room.height - foot.height - leastBars - gap - air))
    var wordless = content
    wordless.code = ""
    let words = try LabelText(wordless, in: head, grid, isCentred: true)
    let top = words.texts.isEmpty ? room.y : room.y + words.height + gap
    foot.text.place = PixelPoint(x: room.x, y: room.bottom - foot.height)
    let barsEnd = foot.text.place.y - air
    // Bars higher than this help nobody.
    let barHeight = max(1, min(barsEnd - top, grid.pixels(16)))
    let spare = max(0, barsEnd - top - barHeight)
    let x = (width - barWidth) / 2
    draw(symbol, at: PixelPoint(x: x, y: top + spare / 2), moduleSize: moduleSize, barHeight: barHeight)
    foot.text.place.y = top + spare / 2 + barHeight + air
    var placed = words
    placed.move(by: PixelPoint(x: 0, y: spare / 4))
    take(placed)
    texts.append(foot.text)
    missingGlyphs += foot.missingGlyphs
  }

  /// The square to the left and the words beside it; on a narrow label the words below.
  private mutating func arrange(
    square symbol: Symbol, _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid, _ moduleSize: Int
  ) throws(LabelError) {
    let side = symbol.columns * moduleSize
    let quiet = symbol.quietZone.left * moduleSize
    let gap = max(quiet, grid.pixels(1))
    if room.width >= side + gap + grid.pixels(10) {
      let x = max(room.x, quiet)
      draw(symbol, at: PixelPoint(x: x, y: (height - side) / 2), moduleSize: moduleSize, barHeight: moduleSize)
      let beside = PixelRectangle(
        x: x + side + gap, y: room.y, width: room.right - (x + side + gap), height: room.height)
      try take(LabelText(content, in: beside, grid, isCentred: false))
    } else {
      let y = max(room.y, quiet)
      draw(symbol, at: PixelPoint(x: (width - side) / 2, y: y), moduleSize: moduleSize, barHeight: moduleSize)
      let below = PixelRectangle(
        x: room.x, y: y + side + gap, width: room.width, height: max(0, room.bottom - (y + side + gap)))
      try take(LabelText(content, in: below, grid, isCentred: true))
    }
  }

  /// A label without words that shows where it lies: for a sheet that is held against the real one.
  ///
  /// - Parameters:
  ///   - number: of the label on its sheet, from 1.
  ///   - grid: the printer's pixels and the label's size.
  /// - Returns: a frame at the label's edge, one where the printer is to reach, and the number.
  /// - Throws: `LabelError.undrawable`.
  package static func alignment(_ number: Int, on grid: PrintGrid) throws(LabelError) -> LabelFace {
    var face = try LabelFace(LabelContent(symbol: nil, heading: "", code: ""), on: grid, moduleSize: 1)
    let line = max(1, grid.pixels(0.1))
    face.frame(grid.label, thickness: line)
    face.frame(grid.printable, thickness: line)
    let size = min(grid.pixels(4), grid.printable.height / 2)
    var text = try LabelText.line("\(number)", size: size, width: grid.printable.width, isCentred: true)
    text.text.place = PixelPoint(x: grid.printable.x, y: (grid.label.height - text.height) / 2)
    face.texts.append(text.text)
    return face
  }

  private mutating func frame(_ place: PixelRectangle, thickness: Int) {
    let inner = place.height - 2 * thickness
    areas += [
      PixelRectangle(x: place.x, y: place.y, width: place.width, height: thickness),
      PixelRectangle(x: place.x, y: place.bottom - thickness, width: place.width, height: thickness),
      PixelRectangle(x: place.x, y: place.y + thickness, width: thickness, height: inner),
      PixelRectangle(x: place.right - thickness, y: place.y + thickness, width: thickness, height: inner),
    ]
  }

  private mutating func take(_ words: LabelText) {
    texts += words.texts
    missingGlyphs += words.missingGlyphs
  }

  /// Neighbouring dark modules become one area, along rows and along columns: a square of separate rows shows seams on a
  /// screen.
  private mutating func draw(_ symbol: Symbol, at place: PixelPoint, moduleSize: Int, barHeight: Int) {
    for row in 0..<symbol.rows {
      var column = 0
      while column < symbol.columns {
        let start = column
        while column < symbol.columns, symbol.modules[row * symbol.columns + column] { column += 1 }
        if column > start {
          areas.append(
            PixelRectangle(
              x: place.x + start * moduleSize, y: place.y + row * barHeight, width: (column - start) * moduleSize,
              height: barHeight))
        }
        column += 1
      }
    }
    for column in 0..<symbol.columns where symbol.rows > 1 {
      var row = 0
      while row < symbol.rows {
        let start = row
        while row < symbol.rows, symbol.modules[row * symbol.columns + column] { row += 1 }
        if row > start + 1 {
          areas.append(
            PixelRectangle(
              x: place.x + column * moduleSize, y: place.y + start * barHeight, width: moduleSize,
              height: (row - start) * barHeight))
        }
        row += 1
      }
    }
    symbolPlace = PixelRectangle(
      x: place.x, y: place.y, width: symbol.columns * moduleSize, height: symbol.rows * barHeight)
  }
}
