package import Imaging

/// A label laid out in its printer's pixels.
package struct LabelFace: Sendable, Equatable {
  /// The dark areas: bars and frames. They may overlap.
  package private(set) var areas: [PixelRectangle] = []
  package private(set) var texts: [Text] = []
  package let width, height: Int
  /// The bounds of the symbol's ink; nil without a symbol.
  package private(set) var symbolPlace: PixelRectangle?
  /// The size of a module in pixels; nil without a symbol.
  package let moduleSize: Int?
  /// The letter height of its words in millimetres; nil if there are none.
  package private(set) var textSize: Double?
  /// The number of characters that were omitted because the machine has no font for them.
  package let missingGlyphs: Int
  /// The Debian packages that have fonts for them, such as `fonts-noto-cjk`.
  package let fontPackages: Set<String>

  /// Lines of text in a box.
  package struct Text: Sendable, Equatable {
    package var text: String
    package var style: TextBlock.Style
    package var place: PixelPoint
    package var width: Int
    /// The height of all its lines. Nothing is drawn beyond it.
    package var height: Int
  }

  /// Lays out a label.
  ///
  /// - Parameters:
  ///   - content: the content of the label.
  ///   - grid: the printer's pixels and the label's size.
  ///   - moduleSize: the size of a module in pixels.
  ///   - textSize: the letter height of the neighbouring labels in millimetres; nil for the largest that fits.
  /// - Throws: `LabelError.tooSmall` if the symbol does not fit at this size, or `.undrawable`.
  package init(
    _ content: LabelContent, on grid: PrintGrid, moduleSize: Int, textSize: Double?
  ) throws(LabelError) {
    width = grid.label.width
    height = grid.label.height
    let words = try PrintableWords(content)
    let content = words.content
    missingGlyphs = words.missingGlyphs
    fontPackages = words.fontPackages
    let room = grid.printable
    guard let symbol = content.symbol else {
      self.moduleSize = nil
      take(try LabelText(content, in: room, grid, isCentred: false, size: textSize))
      return
    }
    self.moduleSize = moduleSize
    // The layout may have changed since the size was chosen.
    guard grid.fits(symbol, moduleSize: moduleSize) else { throw grid.tooSmall(for: symbol, moduleSize: moduleSize) }
    if symbol.kind.isLinear {
      try arrange(symbol, content, in: room, grid, moduleSize, textSize)
    } else {
      try arrange(square: symbol, content, in: room, grid, moduleSize, textSize)
    }
  }

  /// Arranges the words above, the bars below them, and the code at the bottom.
  private mutating func arrange(
    _ symbol: BarcodeSymbol, _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid, _ moduleSize: Int,
    _ textSize: Double?
  ) throws(LabelError) {
    let barWidth = symbol.columns * moduleSize
    let gap = grid.pixels(0.8)
    let air = grid.pixels(0.4)
    // The code below the bars has a fixed share of the height. The words get the part that the bars can spare.
    let codeSize = min(grid.pixels(2.8), max(grid.pixels(1.5), room.height / 9))
    var foot = try LabelText.line(content.code, size: codeSize, width: room.width, isCentred: true)
    // Half of the height is for bars, so that a scan line crosses all of them even at an angle.
    let leastBars = max(grid.pixels(5), room.height / 2)
    let head = PixelRectangle(
      x: room.x, y: room.y, width: room.width, height: max(0, room.height - foot.height - leastBars - gap - air))
    var wordless = content
    wordless.code = ""
    let words = try LabelText(wordless, in: head, grid, isCentred: true, size: textSize)
    let top = words.texts.isEmpty ? room.y : room.y + words.height + gap
    foot.place = PixelPoint(x: room.x, y: room.bottom - foot.height)
    let barsEnd = foot.place.y - air
    // Higher bars than this are no easier to scan.
    let barHeight = max(1, min(barsEnd - top, grid.pixels(16)))
    let spare = max(0, barsEnd - top - barHeight)
    let x = (width - barWidth) / 2
    draw(symbol, at: PixelPoint(x: x, y: top + spare / 2), moduleSize: moduleSize, barHeight: barHeight)
    foot.place.y = top + spare / 2 + barHeight + air
    var placed = words
    placed.move(by: PixelPoint(x: 0, y: spare / 4))
    take(placed)
    texts.append(foot)
  }

  /// Arranges the square on the left and the words beside it, or below it on a narrow label.
  private mutating func arrange(
    square symbol: BarcodeSymbol, _ content: LabelContent, in room: PixelRectangle, _ grid: PrintGrid,
    _ moduleSize: Int,
    _ textSize: Double?
  ) throws(LabelError) {
    let side = symbol.columns * moduleSize
    let quiet = symbol.quietZone.left * moduleSize
    let gap = max(quiet, grid.pixels(1))
    if room.width >= side + gap + grid.pixels(10) {
      let x = max(room.x, quiet)
      draw(symbol, at: PixelPoint(x: x, y: (height - side) / 2), moduleSize: moduleSize, barHeight: moduleSize)
      let beside = PixelRectangle(
        x: x + side + gap, y: room.y, width: room.right - (x + side + gap), height: room.height)
      take(try LabelText(content, in: beside, grid, isCentred: false, size: textSize))
    } else {
      let y = max(room.y, quiet)
      draw(symbol, at: PixelPoint(x: (width - side) / 2, y: y), moduleSize: moduleSize, barHeight: moduleSize)
      let below = PixelRectangle(
        x: room.x, y: y + side + gap, width: room.width, height: max(0, room.bottom - (y + side + gap)))
      take(try LabelText(content, in: below, grid, isCentred: true, size: textSize))
    }
  }

  /// Returns a label without words that shows its own outline, for a sheet that is held against the real one.
  ///
  /// - Parameters:
  ///   - number: the number of the label on its sheet, from 1.
  ///   - grid: the printer's pixels and the label's size.
  /// - Returns: a frame at the label's edge, one at the edge of the printable area, and the number.
  /// - Throws: `LabelError.undrawable`.
  package static func alignment(_ number: Int, on grid: PrintGrid) throws(LabelError) -> LabelFace {
    var face = try LabelFace(LabelContent(symbol: nil, heading: "", code: ""), on: grid, moduleSize: 1, textSize: nil)
    let line = max(1, grid.pixels(0.1))
    face.frame(grid.label, thickness: line)
    face.frame(grid.printable, thickness: line)
    let size = min(grid.pixels(4), grid.printable.height / 2)
    var text = try LabelText.line("\(number)", size: size, width: grid.printable.width, isCentred: true)
    text.place = PixelPoint(x: grid.printable.x, y: (grid.label.height - text.height) / 2)
    face.texts.append(text)
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
    textSize = words.size
  }

  /// Adds the symbol's areas. Neighbouring dark modules are merged along rows and along columns, because separate rows
  /// of a square show seams on a screen.
  private mutating func draw(_ symbol: BarcodeSymbol, at place: PixelPoint, moduleSize: Int, barHeight: Int) {
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
