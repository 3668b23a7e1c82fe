import Foundation
import Imaging
import LabelDrawing
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct LabelSheetsTests {
  private func faces(_ count: Int, on grid: PrintGrid, _ kind: BarcodeSymbol.Kind = .qr) throws -> [LabelFace] {
    try (1...count).map { number in
      let text = "DW:I:" + String(repeating: "0", count: 12) + String(number % 10) + "X"
      let symbol = try BarcodeSymbol.encode(kind, text)
      return try LabelFace(
        LabelContent(symbol: symbol, heading: "Record \(number)", details: ["Somebody"], code: text), on: grid,
        moduleSize: grid.leastModule(of: kind), textSize: nil)
    }
  }

  @Test func `labels begin where a used sheet has room, and go on on the next`() throws {
    let grid = PrintGrid(TestLayouts.sheet, resolution: 203)
    let sheets = LabelSheets(try faces(26, on: grid), on: grid, start: 23)
    #expect(sheets.count == 3)
    #expect(LabelSheets.count(labels: 26, start: 23, perSheet: 24) == 3)
    let first = try PNGPicture.decode(try sheets.png(0))
    // Everything before the last position is white.
    let place = grid.place(of: 23)
    #expect(first.pixels[..<(place.y * first.width)].allSatisfy { $0 == 255 })
    #expect(first.pixels.contains(0))
  }

  @Test(arguments: PrintGrid.resolutions)
  func `a PNG holds the very pixels that were proven, and its resolution`(resolution: Int) throws {
    let grid = PrintGrid(TestLayouts.mini, resolution: resolution)
    let faces = try faces(9, on: grid)
    let png = try LabelSheets(faces, on: grid, start: 5).png(0)
    let sheet = try PNGPicture.decode(png)
    #expect(sheet.width == grid.page.width && sheet.height == grid.page.height)
    for (index, face) in faces.enumerated() {
      let place = grid.place(of: index + 5)
      let part = sheet.cropped(
        to: PixelRectangle(x: place.x, y: place.y, width: face.width, height: face.height))
      #expect(part == (try face.raster()), "label \(index)")
    }
    // PNG specification, 11.3.5.3: dots per metre, twice, and the unit.
    let perMetre = Int((Double(resolution) / 0.0254).rounded())
    let wanted =
      Array("pHYs".utf8)
      + [0, 0, perMetre >> 8, perMetre & 255, 0, 0, perMetre >> 8, perMetre & 255, 1].map(UInt8.init)
    #expect(Array(png[37..<50]) == wanted)
  }

  /// Tests with Poppler, on which many printer filters are based: the bars are on the pixels on which they were drawn.
  @Test(arguments: [TestLayouts.sheet, TestLayouts.letter, TestLayouts.roll], PrintGrid.resolutions)
  func `a PDF has its bars on the printer's pixels`(layout: LabelLayout, resolution: Int) async throws {
    let folder = try TemporaryFolder("deadwax-pdf")
    let grid = PrintGrid(layout, resolution: resolution)
    let kind: BarcodeSymbol.Kind = resolution == 203 ? .qr : .code128
    let faces = try faces(2, on: grid, kind)
    let pdf = try LabelSheets(faces, on: grid).pdf(title: "Test")
    #expect(pdf.starts(with: Array("%PDF-".utf8)))
    try Data(pdf).write(to: URL(fileURLWithPath: folder.path("sheets.pdf")))
    let poppler = try ChildProgram(
      path: "/usr/bin/pdftoppm",
      [
        "-r", "\(resolution)", "-gray", "-aa", "no", "-aaVector", "no", "-f", "1", "-l", "1", folder.path("sheets.pdf"),
        folder.path("page"),
      ])
    #expect(try await poppler.exit() == .code(0), "\(poppler.transcript); it is Debian's poppler-utils")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("page") })
    let page = try PictureFile.read(folder.path(name))
    #expect(abs(page.width - grid.page.width) <= 1 && abs(page.height - grid.page.height) <= 1)
    let face = faces[0]
    let symbol = try #require(face.symbolPlace)
    let place = grid.place(of: 0)
    let box = PixelRectangle(
      x: place.x + symbol.x, y: place.y + symbol.y, width: symbol.width, height: symbol.height)
    let printed = try #require(page.cropped(to: box))
    let proven = try #require(try face.raster().cropped(to: symbol))
    #expect(printed == proven)
  }

  @Test func `an SVG has its size, and needs no font`() throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let svg = String(decoding: try LabelSheets(try faces(1, on: grid), on: grid).svg(0), as: UTF8.self)
    #expect(svg.contains("width=\"175.748031pt\"") && svg.contains("height=\"82.204724pt\""))
    #expect(!svg.contains("<text") && !svg.contains("font-family"))
    #expect(svg.contains("</svg>"))
  }

  @Test func `each label of a roll is a page`() throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let sheets = LabelSheets(try faces(3, on: grid), on: grid)
    #expect(sheets.count == 3)
    let pdf = String(decoding: try sheets.pdf(title: "Test"), as: UTF8.self)
    #expect(pdf.contains("/Count 3"))
  }
}
