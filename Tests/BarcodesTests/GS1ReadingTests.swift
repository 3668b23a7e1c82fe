import Barcodes
import Deadwax
import Imaging
import LabelDrawing
import Testing

@Suite(.timeLimit(.minutes(10))) struct GS1ReadingTests {
  private static func paper(_ symbol: BarcodeSymbol, degrees: Double) -> LumaFrame {
    symbol.drawn(moduleSize: 3, barHeight: 120).turned(by: degrees, filledWith: 255)
  }

  @Test(arguments: [
    (BarcodeSymbol.Kind.code128, Symbology.gs1Code128), (.qr, .gs1QR),
  ])
  func `a code that begins with FNC1 is reported as GS1, and is the item that it names`(
    kind: BarcodeSymbol.Kind, symbology: Symbology
  ) throws {
    let item = Code.gtin(try #require(GTIN(key: "4006381333931")))
    let scanner = try BarcodeScanner()
    for elements in ["(01)04006381333931", "(01)04006381333931(10)ABC(21)x/7", "(10)AB12(01)04006381333931"] {
      let symbol = try BarcodeSymbol.encode(kind, elements: elements)
      for degrees in [0.0, 7, 90, 180] {
        let found = try scanner.scan(Self.paper(symbol, degrees: degrees))
        #expect(found.map(\.symbology) == [symbology], "\(elements) turned by \(degrees)")
        for code in found {
          let read = try GS1Elements.read(code.text, symbology: code.symbology).get()
          #expect(read.description == elements && code.text == read.elementString)
          #expect(Code.classify(code.text, symbology: code.symbology) == item)
        }
      }
    }
    let pack = try BarcodeSymbol.encode(kind, elements: "(01)14006381333938")
    let found = try scanner.scan(Self.paper(pack, degrees: 0))
    #expect(found.map { Code.classify($0.text, symbology: $0.symbology) } == [.text("0114006381333938")])
  }

  @Test(arguments: [BarcodeSymbol.Kind.code128, .qr])
  func `the same characters without FNC1 are a text`(kind: BarcodeSymbol.Kind) throws {
    let text = "010400638133393110ABC"
    let found = try BarcodeScanner().scan(Self.paper(try BarcodeSymbol.encode(kind, text), degrees: 0))
    #expect(found.map(\.symbology.isGS1) == [false])
    #expect(found.map { Code.classify($0.text, symbology: $0.symbology) } == [.text(text)])
  }

  @Test func `the length of a Code 128 that is asked for is that of a GS1-128 too`() throws {
    let picture = Self.paper(try BarcodeSymbol.encode(.code128, elements: "(01)04006381333931"), degrees: 0)
    let found = try BarcodeScanner(formats: BarcodeFormats(list: "code128:16")).scan(picture)
    #expect(found.map(\.text) == ["0104006381333931"])
    #expect(try BarcodeScanner(formats: BarcodeFormats(list: "code128:15")).scan(picture).isEmpty)
  }
}
