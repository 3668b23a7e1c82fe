import Imaging
import LabelDrawing
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarcodeSymbolTests {
  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, "5099902988023", 95), (.upcA, "075678264214", 95), (.ean8, "96385074", 67),
    // Start, 19 characters, check and stop in set B: 11 modules each, and 13 for the stop.
    (.code128, "DW:B:ZZZZZZZZZZZZZX", 11 * 21 + 13),
    (.upcE, "01234565", 51),
    // Start, stop and four characters, each of six narrow and three wide elements, with gaps between.
    (.code39, "A-1Z", 6 * (6 + 3 * 2) + 5),
    // Start and stop of 4 and 5, pairs of 18.
    (.itf, "12345678", 4 * 18 + 9),
  ])
  func `a linear symbol has the number of modules of its standard`(kind: BarcodeSymbol.Kind, text: String, columns: Int)
    throws
  {
    let symbol = try BarcodeSymbol.encode(kind, text)
    #expect(symbol.columns == columns && symbol.rows == 1 && symbol.modules.count == columns)
    #expect(symbol.modules.first == true && symbol.modules.last == true)
  }

  @Test func `an EAN-8 is as the General Specifications draw it`() throws {
    let odd = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    let text = "96385074"
    let digits = text.compactMap { $0.wholeNumberValue }
    let left = digits[..<4].map { odd[$0] }.joined()
    let right = digits[4...].map { String(odd[$0].map { $0 == "0" ? "1" : "0" }) }.joined()
    let modules = try BarcodeSymbol.encode(.ean8, text).modules.map { $0 ? "1" : "0" }.joined()
    #expect(modules == "101" + left + "01010" + right + "101")
  }

  @Test func `a QR code of one of our codes is the smallest there is`() throws {
    let symbol = try BarcodeSymbol.encode(.qr, "DW:I:0123456789ABCX")
    #expect(symbol.rows == 21 && symbol.columns == 21)
    // The finder pattern in the corner: 7 dark modules, then one light.
    #expect(symbol.modules[..<8] == [true, true, true, true, true, true, true, false])
  }

  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, "5099902988024"), (.upcA, "075678264215"), (.ean8, "96385075"),
  ])
  func `a wrong check digit is reported`(kind: BarcodeSymbol.Kind, text: String) {
    #expect(throws: LabelError.wrongCheckDigit(kind, text: text)) { try BarcodeSymbol.encode(kind, text) }
  }

  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, ""), (.ean13, "509990298802"), (.ean13, "50999029880233"), (.ean13, "509990298802X"),
    (.ean13, "５０９９９０２９８８０２３"), (.upcA, "0075678264214"), (.ean8, "9638507"), (.code128, ""), (.code128, "Zürich"),
    (.code128, "a\u{0}b"), (.code128, String(repeating: "A", count: 5000)), (.qr, ""),
    (.qr, String(repeating: "x", count: 3000)),
  ])
  func `a text that does not fit is refused with a sentence`(kind: BarcodeSymbol.Kind, text: String) {
    let error = #expect(throws: LabelError.self) { try BarcodeSymbol.encode(kind, text) }
    guard case .unencodable(kind, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test(arguments: [1, 2, 5])
  func `every module is drawn as a whole number of pixels, with its quiet zone`(size: Int) throws {
    for (kind, text) in [(BarcodeSymbol.Kind.ean13, "5099902988023"), (.code128, "DW:S:1"), (.qr, "DW:S:1")] {
      let symbol = try BarcodeSymbol.encode(kind, text)
      let frame = symbol.drawn(moduleSize: size, barHeight: 30)
      let zone = symbol.quietZone
      #expect(frame.width == size * (zone.left + symbol.columns + zone.right))
      #expect(frame.height == size * (zone.above + zone.below) + (kind == .qr ? symbol.rows * size : 30))
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let column = x / size - zone.left
          let line = y - zone.above * size
          let row = kind == .qr && line >= 0 ? line / size : line >= 0 && line < 30 ? 0 : -1
          let isDark =
            (0..<symbol.columns).contains(column) && (0..<symbol.rows).contains(row)
            && symbol.modules[row * symbol.columns + column]
          if frame[x, y] != (isDark ? 0 : 255) {
            Issue.record("\(kind) at \(x), \(y)")
            return
          }
        }
      }
    }
  }
}
