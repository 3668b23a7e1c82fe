package import Imaging

/// Labels arranged on the sheets of a layout, drawn as a document or as pictures.
///
/// Every format covers the same printer pixels: in a PDF and an SVG, the areas are vectors whose edges are on pixel
/// boundaries.
package struct LabelSheets: Sendable {
  package let grid: PrintGrid
  /// The labels in the order of their positions, row by row.
  package let faces: [LabelFace]
  /// The first label's position on the first sheet, from 0. A sheet that was used in part can so be used up.
  package let start: Int

  /// Arranges labels on sheets.
  ///
  /// - Parameters:
  ///   - faces: labels laid out on the same grid.
  ///   - grid: the printer's pixels on the layout.
  ///   - start: the first position, 0 to `perSheet - 1`.
  package init(_ faces: [LabelFace], on grid: PrintGrid, start: Int = 0) {
    precondition((0..<grid.layout.perSheet).contains(start), "the first label lies on the first sheet")
    self.grid = grid
    self.faces = faces
    self.start = start
  }

  /// The number of sheets.
  package var count: Int { (start + faces.count + grid.layout.perSheet - 1) / grid.layout.perSheet }

  /// Returns the number of sheets that a number of labels needs.
  package static func count(labels: Int, start: Int, perSheet: Int) -> Int {
    (start + labels + perSheet - 1) / perSheet
  }

  /// Returns the faces on a sheet with their positions.
  func placed(on sheet: Int) -> [(face: LabelFace, place: PixelPoint)] {
    let perSheet = grid.layout.perSheet
    let first = sheet * perSheet - start
    return (max(0, first)..<min(faces.count, max(0, first + perSheet))).map { index in
      (faces[index], grid.place(of: index - first))
    }
  }

  /// Returns all sheets as one PDF in the paper's true size.
  ///
  /// - Parameter title: the title of the document.
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

  /// Returns one sheet as a black-and-white PNG, which records the printer's resolution.
  ///
  /// - Parameter sheet: the index of the sheet, from 0.
  /// - Returns: the file.
  /// - Throws: `LabelError.undrawable`.
  package func png(_ sheet: Int) throws(LabelError) -> [UInt8] {
    let canvas = try SheetCanvas(.bits, grid)
    try draw(sheet, on: canvas)
    return PNGDensity.named(in: try canvas.finish(), resolution: grid.resolution)
  }

  /// Returns one sheet as SVG with its texts as outlines, so that no font is needed to display it.
  ///
  /// - Parameter sheet: the index of the sheet, from 0.
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
  /// Returns the label alone as the printer prints it: only 0 and 255. This picture is used for the read-back test.
  ///
  /// - Throws: `LabelError.undrawable`.
  package func raster() throws(LabelError) -> LumaFrame {
    let canvas = try SheetCanvas(bits: width, height)
    try canvas.draw(self, at: PixelPoint(x: 0, y: 0))
    return canvas.frame()
  }
}
