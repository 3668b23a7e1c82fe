package import Imaging

/// Labels as they lie on the sheets of a layout, drawn as a document or as pictures.
///
/// Every way of drawing puts the same areas on the same pixels of the printer: in a PDF and an SVG they are vectors whose
/// edges lie on them.
package struct LabelSheets: Sendable {
  package let grid: PrintGrid
  /// In the order in which they are stuck on, row by row.
  package let faces: [LabelFace]
  /// The first label's place on the first sheet, from 0: a sheet that was begun can be used up.
  package let start: Int

  /// - Parameters:
  ///   - faces: laid out on the same grid.
  ///   - grid: the printer's pixels on the layout.
  ///   - start: 0 to `perSheet - 1`.
  package init(_ faces: [LabelFace], on grid: PrintGrid, start: Int = 0) {
    precondition((0..<grid.layout.perSheet).contains(start), "the first label lies on the first sheet")
    self.grid = grid
    self.faces = faces
    self.start = start
  }

  /// How many sheets there are.
  package var count: Int { (start + faces.count + grid.layout.perSheet - 1) / grid.layout.perSheet }

  /// How many sheets so many labels need.
  package static func count(labels: Int, start: Int, perSheet: Int) -> Int {
    (start + labels + perSheet - 1) / perSheet
  }

  /// The faces of a sheet and where they lie on it.
  func placed(on sheet: Int) -> [(face: LabelFace, place: PixelPoint)] {
    let perSheet = grid.layout.perSheet
    let first = sheet * perSheet - start
    return (max(0, first)..<min(faces.count, max(0, first + perSheet))).map { index in
      (faces[index], grid.place(of: index - first))
    }
  }

  /// All sheets as one PDF of the paper's true size.
  ///
  /// - Parameter title: of the document.
  /// - Returns: the file.
  /// - Throws: `LabelError.undrawable`.
  package func pdf(title: String) throws(LabelError) -> [UInt8] {
    let canvas = try SheetCanvas(.pdf(title: title), grid)
    for sheet in 0..<count {
      try draw(sheet, on: canvas)
      canvas.endPage()
    }
    return try canvas.finish()
  }

  /// One sheet as a picture in black and white, at the printer's resolution, which it names.
  ///
  /// - Parameter sheet: from 0.
  /// - Returns: the file.
  /// - Throws: `LabelError.undrawable`.
  package func png(_ sheet: Int) throws(LabelError) -> [UInt8] {
    let canvas = try SheetCanvas(.bits, grid)
    try draw(sheet, on: canvas)
    return PNGDensity.named(in: try canvas.finish(), resolution: grid.resolution)
  }

  /// One sheet as SVG, with its texts as outlines: no font is needed to show it.
  ///
  /// - Parameter sheet: from 0.
  /// - Returns: the file.
  /// - Throws: `LabelError.undrawable`.
  package func svg(_ sheet: Int) throws(LabelError) -> [UInt8] {
    let canvas = try SheetCanvas(.svg, grid)
    try draw(sheet, on: canvas)
    return try canvas.finish()
  }

  private func draw(_ sheet: Int, on canvas: borrowing SheetCanvas) throws(LabelError) {
    for (face, place) in placed(on: sheet) { try canvas.draw(face, at: place) }
  }
}

extension LabelFace {
  /// The label alone as the printer puts it on paper: 0 and 255, nothing between. This is what is proven to be read.
  ///
  /// - Throws: `LabelError.undrawable`.
  package func raster() throws(LabelError) -> LumaFrame {
    let canvas = try SheetCanvas(bits: width, height)
    try canvas.draw(self, at: PixelPoint(x: 0, y: 0))
    return canvas.frame()
  }
}
