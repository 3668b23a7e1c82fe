import Deadwax
import Imaging
import LabelDrawing
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(10)))
struct OverlapTests {
  private func barcode(
    _ text: String, x: ClosedRange<Int>, y: ClosedRange<Int> = 10...60, _ symbology: Symbology = .itf
  ) -> Barcode {
    Barcode(
      symbology: symbology, text: text, raw: Array(text.utf8), lines: 9,
      corners: [
        PixelPoint(x: x.lowerBound, y: y.lowerBound), PixelPoint(x: x.upperBound, y: y.lowerBound),
        PixelPoint(x: x.upperBound, y: y.upperBound), PixelPoint(x: x.lowerBound, y: y.upperBound),
      ], isVerified: true)
  }

  @Test func `of a code and a part of it the code is reported`() {
    let (whole, part) = (barcode("57944785274645", x: 100...400), barcode("274645", x: 260...400))
    #expect(Overlap.longest(of: [part, whole]) == [whole])
    #expect(Overlap.longest(of: [whole, part]) == [whole])
  }

  @Test func `a short code within the bars of another symbology is not read`() {
    let (whole, seen) = (barcode("SHELF-12", x: 100...400, .code128), barcode("25259735", x: 180...300, .ean8))
    #expect(Overlap.longest(of: [seen, whole]) == [whole])
  }

  @Test func `codes side by side are two`() {
    let codes = [barcode("12345678", x: 10...90), barcode("123456", x: 100...160)]
    #expect(Overlap.longest(of: codes) == codes)
    let above = [barcode("12345678", x: 10...90), barcode("123456", x: 20...80, y: 70...90)]
    #expect(Overlap.longest(of: above) == above)
  }

  @Test func `corners in the opposite order are the same outline`() {
    var whole = barcode("57944785274645", x: 100...400)
    whole.corners = [whole.corners[1], whole.corners[0], whole.corners[3], whole.corners[2]]
    #expect(Overlap.longest(of: [barcode("274645", x: 260...400), whole]).map(\.text) == ["57944785274645"])
  }

  @Test func `a code of a length that was not requested is not reported`() throws {
    let paper = try BarcodeSymbol.encode(.itf, "57944785274645").drawn(moduleSize: 3, barHeight: 60)
    #expect(try BarcodeScanner(formats: BarcodeFormats(list: "itf")).scan(paper).map(\.text) == ["57944785274645"])
    #expect(try BarcodeScanner(formats: BarcodeFormats(list: "itf:14")).scan(paper).map(\.text) == ["57944785274645"])
    #expect(try BarcodeScanner(formats: BarcodeFormats(list: "itf:6-12")).scan(paper).isEmpty)
  }
}
