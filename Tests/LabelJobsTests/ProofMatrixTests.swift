import Deadwax
import Imaging
import LabelDrawing
import LabelJobs
import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .ownThread, .timeLimit(.minutes(50))) struct ProofMatrixTests {
  /// Tests one label of every paper, symbology and resolution, read by the real reader in all four states; the
  /// benchmark reads many of each.
  @Test(arguments: LabelLayouts(folder: Repository.path("hardware/labels")).layouts)
  func `every label is read in every state, or refused with the numbers`(layout: LabelLayout) throws {
    let reader = ProofReader(program: try Repository.program("deadwax-reader"))
    var refused = 0
    for kind in [BarcodeSymbol.Kind.code128, .qr, .ean13] {
      for resolution in PrintGrid.resolutions {
        let grid = PrintGrid(layout, resolution: resolution)
        let text = kind == .ean13 ? "2900000079199" : OwnCode(.copy, number: 0x9E37_79B9_7F4A_7C15).description
        let symbol = try BarcodeSymbol.encode(kind, text)
        do {
          let size = try grid.moduleSize(for: symbol)
          let face = try LabelFace(
            LabelContent(symbol: symbol, heading: "Label number 1", details: ["Somebody", "AB 123"], code: text),
            on: grid, moduleSize: size, textSize: nil)
          let answer = try reader.read(face, symbol)
          #expect(answer.isReadable, "\(layout.id), \(kind), \(resolution) dpi, \(size) pixels: \(answer)")
          // Only the undamaged label is searched with every pass. The others are read at a glance, whatever the load.
          #expect(answer.searches == 1, "\(layout.id), \(kind), \(resolution) dpi, \(size) pixels: \(answer)")
        } catch let error as LabelError {
          guard case .tooSmall(let numbers) = error else { throw error }
          #expect(numbers.needsWidth > numbers.hasWidth || numbers.needsHeight > numbers.hasHeight)
          refused += 1
        }
        if kind == .qr { #expect((try? grid.moduleSize(for: symbol)) != nil, "every paper holds a QR code") }
      }
    }
    // Only the smallest paper has no room for an EAN-13.
    #expect(refused <= (layout.id == "avery-l4731" ? 6 : 1))
  }

  @Test func `a label with another text is not accepted`() throws {
    let reader = ProofReader(program: try Repository.program("deadwax-reader"))
    let grid = PrintGrid(
      LabelLayout(id: "roll", name: "roll", paper: .roll, width: 62, height: 29, insetX: 1.6, insetY: 3.1),
      resolution: 300)
    for kind in [BarcodeSymbol.Kind.code128, .qr, .ean13] {
      let text = kind == .ean13 ? "2900000079199" : OwnCode(.copy, number: 77).description
      let other = kind == .ean13 ? "2900000079205" : OwnCode(.copy, number: 78).description
      let symbol = try BarcodeSymbol.encode(kind, text)
      let face = try LabelFace(
        LabelContent(symbol: symbol, heading: "", code: ""), on: grid, moduleSize: try grid.moduleSize(for: symbol),
        textSize: nil)
      #expect(try reader.read(face, symbol).isReadable)
      let wrong = try reader.read(face, try BarcodeSymbol.encode(kind, other))
      #expect(!wrong.clean && !wrong.isReadable && wrong.wrong == ["\(kind): \(text)"])
    }
  }
}
