import Imaging
import LabelDrawing
import Testing

@Suite(.timeLimit(.minutes(10))) struct LabelFaceTests {
  private func content(_ kind: BarcodeSymbol.Kind, heading: String = "In a Silent Way") throws -> LabelContent {
    let text = kind == .ean13 ? "2900000000124" : "DW:I:3ZV7Q8K2M9T4RX"
    return LabelContent(
      symbol: try BarcodeSymbol.encode(kind, text), heading: heading, details: ["Miles Davis", "CS 9875 · No. 12"],
      code: text)
  }

  @Test(arguments: TestLayouts.all, PrintGrid.resolutions)
  func `bars are whole pixels, and their quiet zone is white`(layout: LabelLayout, resolution: Int) throws {
    let grid = PrintGrid(layout, resolution: resolution)
    var drawn = 0
    for kind in [BarcodeSymbol.Kind.code128, .qr, .ean13] {
      let content = try content(kind)
      let symbol = try #require(content.symbol)
      guard let size = try? grid.moduleSize(for: symbol) else { continue }
      drawn += 1
      let face = try LabelFace(content, on: grid, moduleSize: size, textSize: nil)
      let frame = try face.raster()
      let place = try #require(face.symbolPlace)
      #expect(place.width == symbol.columns * size)
      #expect(place.clipped(to: grid.printable) == place, "the printer reaches all of it")
      #expect(frame.pixels.allSatisfy { $0 == 0 || $0 == 255 })
      let height = symbol.kind.isLinear ? place.height : size
      let zone = symbol.quietZone
      // Words may be above and below a row of bars; a square symbol has a margin on all sides.
      let (across, down) = (max(zone.left, zone.right) * size, symbol.kind.isLinear ? 0 : zone.above * size)
      var wrong = 0
      for y in (place.y - down)..<(place.bottom + down) {
        for x in (place.x - across)..<(place.right + across) where grid.label.contains(x, y) {
          let isInside = place.contains(x, y)
          let module = isInside ? (y - place.y) / height * symbol.columns + (x - place.x) / size : 0
          let isDark = isInside && symbol.modules[module]
          if frame[x, y] != (isDark ? 0 : 255) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(kind) on \(layout.id) at \(resolution) dpi")
    }
    #expect(drawn > 0)
  }

  @Test(arguments: TestLayouts.all) func `words are on the label and off the bars`(layout: LabelLayout) throws {
    let grid = PrintGrid(layout, resolution: 300)
    let long = String(repeating: "Concierto de Aranjuez ", count: 12)
    for heading in ["X", "In a Silent Way", long] {
      for kind in [BarcodeSymbol.Kind.qr, .code128, .ean13] {
        let content = try content(kind, heading: heading)
        guard let symbol = content.symbol, let size = try? grid.moduleSize(for: symbol) else { continue }
        let face = try LabelFace(content, on: grid, moduleSize: size, textSize: nil)
        let place = try #require(face.symbolPlace)
        for text in face.texts {
          let block = try TextBlock(text.text, style: text.style, width: text.width)
          let box = PixelRectangle(
            x: text.place.x, y: text.place.y, width: text.width, height: block.mask.height)
          #expect(box.clipped(to: grid.label) == box, "'\(text.text.prefix(20))' on \(layout.id) with \(kind)")
          #expect(box.clipped(to: place).isEmpty, "'\(text.text.prefix(20))' on \(layout.id) with \(kind)")
        }
        // A person types the code if the bars are torn: it is always present, and complete.
        let code = try #require(face.texts.last)
        #expect(code.text == content.code)
      }
    }
  }

  @Test(arguments: [
    "久石譲 となりのトトロ", "Агата Кристи", "Μίκης Θεοδωράκης", "أم كلثوم", "שלמה ארצי", "Dvořák – Šárka",
  ])
  func `words of many scripts have their fonts`(heading: String) throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let content = try content(.qr, heading: heading)
    let size = try grid.moduleSize(for: try #require(content.symbol))
    let face = try LabelFace(content, on: grid, moduleSize: size, textSize: nil)
    #expect(face.missingGlyphs == 0)
    #expect(face.texts.first?.text == heading)
  }

  @Test func `signs without a font are counted`() throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let content = try content(.qr, heading: "a\u{10FFFD}b\u{F8FF0}")
    let face = try LabelFace(content, on: grid, moduleSize: 6, textSize: nil)
    #expect(face.missingGlyphs == 2)
  }

  @Test func `a size without room is refused, not drawn over the edge`() throws {
    let grid = PrintGrid(TestLayouts.mini, resolution: 203)
    #expect(throws: LabelError.self) { try LabelFace(content(.code128), on: grid, moduleSize: 2, textSize: nil) }
    #expect(throws: LabelError.self) { try LabelFace(content(.qr), on: grid, moduleSize: 50, textSize: nil) }
  }

  @Test(arguments: TestLayouts.all) func `a sheet for aligning shows the label's edges`(layout: LabelLayout) throws {
    let grid = PrintGrid(layout, resolution: 203)
    let frame = try LabelFace.alignment(12, on: grid).raster()
    for (x, y) in [(0, 0), (frame.width - 1, 0), (0, frame.height - 1), (frame.width - 1, frame.height - 1)] {
      #expect(frame[x, y] == 0)
    }
    #expect(frame.pixels.count { $0 == 0 } > 2 * (frame.width + frame.height))
  }
}

extension PixelRectangle {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    (self.x..<right).contains(x) && (self.y..<bottom).contains(y)
  }
}
