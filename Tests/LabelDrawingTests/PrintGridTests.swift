import Imaging
import LabelDrawing
import Testing

@Suite(.timeLimit(.minutes(5))) struct PrintGridTests {
  private let code = "DW:I:3ZV7Q8K2M9T4RX"

  @Test func `labels lie where the paper has them, to the nearest pixel`() {
    let grid = PrintGrid(TestLayouts.letter, resolution: 300)
    #expect(grid.place(of: 0) == PixelPoint(x: 56, y: 150))
    #expect(grid.place(of: 2) == PixelPoint(x: 1706, y: 150))
    #expect(grid.place(of: 29) == PixelPoint(x: 1706, y: 2850))
    #expect(grid.label == PixelRectangle(x: 0, y: 0, width: 787, height: 300))
    #expect(grid.page == PixelRectangle(x: 0, y: 0, width: 2550, height: 3300))
  }

  @Test func `a symbol that has no room is refused with the numbers, and what would fit is named`() throws {
    let symbol = try BarcodeSymbol.encode(.code128, code)
    let qr = try BarcodeSymbol.encode(.qr, code)
    let error = #expect(throws: LabelError.self) {
      try PrintGrid(TestLayouts.mini, resolution: 203).moduleSize(for: symbol, orQR: qr)
    }
    guard case .tooSmall(let numbers) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The symbol's modules plus the quiet zones, two pixels each.
    let pixels = Double(symbol.columns + 20) * 2
    #expect(abs(numbers.needsWidth - pixels * 25.4 / 203) < 0.01)
    #expect(numbers.modulePixels == 2 && numbers.hasWidth == 25.4 && numbers.qrFits)
    let needs = (numbers.needsWidth * 10).rounded() / 10
    #expect(
      error?.description
        == "A Code 128 needs \(needs) mm of width at 203 dpi with 2 pixels a module, and mini has 25.4 mm; a QR code fits."
    )
  }

  @Test func `no module is printed smaller than readers read`() throws {
    for resolution in PrintGrid.resolutions {
      let grid = PrintGrid(TestLayouts.roll, resolution: resolution)
      for kind in BarcodeSymbol.Kind.allCases {
        let least = grid.leastModule(of: kind)
        #expect(least >= 2)
        // Just within the tolerance: 0.25 mm are 1.998 pixels at 203 dpi.
        #expect(grid.millimetres(least) >= kind.leastModule * 0.998)
      }
    }
  }

  @Test(arguments: TestLayouts.all, PrintGrid.resolutions)
  func `the size chosen fits, with its quiet zone on the label`(layout: LabelLayout, resolution: Int) throws {
    let grid = PrintGrid(layout, resolution: resolution)
    for (kind, text) in [(BarcodeSymbol.Kind.code128, code), (.qr, code), (.ean13, "2900000000124")] {
      let symbol = try BarcodeSymbol.encode(kind, text)
      do throws(LabelError) {
        let size = try grid.moduleSize(for: symbol)
        #expect(size >= grid.leastModule(of: kind))
        #expect((symbol.columns + symbol.quietZone.left + symbol.quietZone.right) * size <= grid.label.width)
        #expect(symbol.columns * size <= grid.printable.width)
      } catch {
        guard case .tooSmall(let numbers) = error else { throw error }
        #expect(numbers.needsWidth > numbers.hasWidth || numbers.needsHeight > numbers.hasHeight, "\(numbers)")
      }
    }
  }

  @Test func `lengths that cannot be printed are refused`() {
    func fault(_ change: (inout LabelLayout) -> Void) -> String? {
      var layout = TestLayouts.letter
      change(&layout)
      return layout.fault
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0.width = .nan } != nil)
    #expect(fault { $0.width = -1 } != nil)
    #expect(fault { $0.pitchX = 60 } == "the labels overlap")
    #expect(fault { $0.columns = 4 } == "the labels reach beyond the paper")
    #expect(fault { $0.rows = 0 } != nil)
    #expect(fault { $0.insetY = 13 } == "the inset leaves nothing of the label")
    #expect(fault { $0.height = 1e9 } != nil)
  }
}
