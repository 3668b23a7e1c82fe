import LabelDrawing
import TestSupport
import Testing

@testable import LabelJobs

@Suite(.timeLimit(.minutes(10))) struct CommonTextTests {
  @Test(arguments: ["a4-3x8", "avery-l4731", "avery-5160", "brother-62mm", "dymo-99010"])
  func `neighbours on a sheet have letters of one size`(id: String) throws {
    let layout = try LabelLayouts.read(Repository.path("hardware/labels/\(id).ini"))
    let grid = PrintGrid(layout, resolution: 300)
    let titles = ["Blue", "In a Silent Way", String(repeating: "Concierto de Aranjuez ", count: 12), "千のナイフ"]
    let contents = try titles.map { title in
      LabelContent(
        symbol: try BarcodeSymbol.encode(.qr, "DW:I:3ZV7Q8K2M9T4RX"), heading: title,
        details: ["Miles Davis", "CS 9875 · No.\u{A0}12", "Shelf\u{A0}3"], code: "DW:I:3ZV7Q8K2M9T4RX")
    }
    let module = try CommonModule.size(for: contents, on: grid)
    let size = try #require(try CommonText.size(for: contents, on: grid, moduleSize: module))
    let faces = try contents.map { try LabelFace($0, on: grid, moduleSize: module, textSize: size) }
    #expect(Set(faces.map(\.textSize)) == [size])
    // The last line is the code; all codes have the same text size too.
    #expect(Set(faces.compactMap(\.texts.last?.style.size)).count == 1)
    #expect(Set(faces.compactMap(\.texts.first?.style.size)).count == 1)
  }

  @Test func `a QR code is as large as its label is for, and leaves room for words`() throws {
    for (id, range) in [("a4-3x8", 18.0...22.0), ("avery-l4731", 6.5...9.5)] {
      let layout = try LabelLayouts.read(Repository.path("hardware/labels/\(id).ini"))
      let grid = PrintGrid(layout, resolution: 300)
      let symbol = try BarcodeSymbol.encode(.qr, "DW:I:3ZV7Q8K2M9T4RX")
      let side = grid.millimetres(try grid.moduleSize(for: symbol) * symbol.columns)
      #expect(range.contains(side), "\(side) mm on \(id)")
    }
  }
}
