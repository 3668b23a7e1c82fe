import Imaging
import LabelDrawing
import Testing

/// Tests of text for which the machine has no font. Private use characters represent it, because no font has them.
@Suite(.timeLimit(.minutes(10))) struct PrintableWordsTests {
  private static let unknown = String(repeating: "\u{F8FF0}", count: 24)

  private func face(
    _ kind: BarcodeSymbol.Kind, _ heading: String, _ details: [String], _ grid: PrintGrid, size: Double? = nil
  ) throws -> LabelFace? {
    let code = kind == .ean13 ? "2900000000124" : "DW:I:3ZV7Q8K2M9T4RX"
    let content = LabelContent(
      symbol: try BarcodeSymbol.encode(kind, code), heading: heading, details: details, code: code)
    guard let symbol = content.symbol, let module = try? grid.moduleSize(for: symbol) else { return nil }
    return try LabelFace(content, on: grid, moduleSize: module, textSize: size)
  }

  @Test(arguments: TestLayouts.all) func `words without a font give way to number and code`(layout: LabelLayout) throws
  {
    let grid = PrintGrid(layout, resolution: 300)
    for kind in [BarcodeSymbol.Kind.qr, .code128, .ean13] {
      let plain = try face(kind, "CS 9875 · No.\u{A0}12", [], grid)
      let words = try face(kind, Self.unknown, [Self.unknown, "CS 9875 · No.\u{A0}12"], grid)
      #expect(words?.texts == plain?.texts, "\(kind) on \(layout.id)")
      #expect(try words?.raster() == plain?.raster(), "\(kind) on \(layout.id)")
      if let words { #expect(words.missingGlyphs == 48) }
    }
  }

  @Test func `one sign without a font leaves the other words as they are`() throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let face = try #require(try face(.qr, "Best of \u{F8FF0} 1972", ["X"], grid))
    #expect(face.texts.map(\.text) == ["Best of 1972", "X", "DW:I:3ZV7Q8K2M9T4RX"])
    #expect(face.missingGlyphs == 1 && face.fontPackages.isEmpty)
  }

  @Test(arguments: [
    ("ሰላም", "fonts-noto-core"), ("สวัสดี", "fonts-noto-core"), ("𠀀𠀁", "fonts-noto-cjk"), ("안녕", "fonts-noto-cjk"),
    ("🎶", "fonts-noto-color-emoji"),
  ])
  func `the package with the font is named where it is missing`(_ words: String, _ package: String) throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let face = try #require(try face(.qr, words, ["No.\u{A0}12"], grid))
    if face.missingGlyphs == 0 {
      #expect(face.fontPackages.isEmpty && face.texts.first?.text == words, "this machine has the font")
    } else {
      #expect(face.fontPackages == [package] && face.texts.first?.text == "No.\u{A0}12")
    }
  }

  @Test func `marks in a heap stay in their box and on their label`() throws {
    // On a sheet without gaps, an overflow would appear on the next label.
    let grid = PrintGrid(TestLayouts.mini, resolution: 300)
    let heap = "Z" + String(repeating: "\u{0337}\u{034A}\u{0329}\u{0345}\u{0316}", count: 30)
    let piled = try #require(try face(.qr, heap, [], grid))
    let bare = try #require(try face(.qr, "", [], grid))
    let (above, below) = try (
      LabelSheets([bare, piled, bare], on: grid, start: 0).png(0),
      LabelSheets([bare, piled], on: grid, start: 0).png(0)
    )
    #expect(!above.isEmpty && !below.isEmpty)
    let box = try #require(piled.texts.first)
    let (with, without) = try (piled.raster(), bare.raster())
    let texts = piled.texts + bare.texts
    for y in 0..<with.height {
      for x in 0..<with.width where with[x, y] != without[x, y] {
        let isInText = texts.contains {
          ($0.place.x..<$0.place.x + $0.width).contains(x) && ($0.place.y..<$0.place.y + $0.height).contains(y)
        }
        if !isInText { Issue.record("ink at \(x), \(y) beyond \(box.place)") }
      }
    }
  }

  @Test func `letters have the requested size, and longer words are cut`() throws {
    let grid = PrintGrid(TestLayouts.roll, resolution: 300)
    let short = try #require(try face(.qr, "Blue", ["Joni Mitchell"], grid, size: 2.5))
    let long = try #require(try face(.qr, String(repeating: "Ziggy ", count: 60), ["David Bowie"], grid, size: 2.5))
    #expect(short.textSize == 2.5 && long.textSize == 2.5)
    #expect(short.texts.map(\.style.size) == long.texts.map(\.style.size))
  }
}
