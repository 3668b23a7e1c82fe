import Barcodes
import Deadwax
import Foundation
import Imaging
import LabelDrawing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct BarcodeScannerTests {
  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, "5099902988023", Symbology.ean13), (.upcA, "075678264214", .upcA),
    (.ean8, "96385074", .ean8), (.code128, "DW:I:0123456789ABCX", .code128), (.qr, "DW:I:0123456789ABCX", .qr),
    (.qr, "https://example.org/?a=%20\u{0}b", .qr),
  ])
  func `each kind of barcode is read`(kind: BarcodeSymbol.Kind, text: String, symbology: Symbology) throws {
    let scanner = try BarcodeScanner()
    for degrees in [0.0, 7, 90, 180, 270] {
      let found = try scanner.scan(paper(kind, text, degrees: degrees))
      #expect(found.map(\.text) == [text], "turned by \(degrees)")
      #expect(found.map(\.symbology) == [symbology])
      #expect(found.first?.raw == Array(text.utf8))
      #expect(found.first?.isTextGuessed == false && found.first?.isVerified == (symbology != .qr))
    }
  }

  @Test func `a UPC-A has one key however it is reported`() throws {
    let picture = try paper(.upcA, "075678264214")
    var keys: Set<Code> = []
    for formats in [BarcodeFormats([.upcA, .ean13]), BarcodeFormats([.ean13]), BarcodeFormats([.upcA])] {
      let found = try BarcodeScanner(formats: formats).scan(picture)
      #expect(found.count == 1)
      #expect(found.first?.symbology == (formats.symbologies.contains(.upcA) ? .upcA : .ean13))
      keys.formUnion(found.map { Code.classify($0.text, symbology: $0.symbology) })
    }
    #expect(keys == [.gtin(try #require(GTIN(key: "0075678264214")))])
  }

  @Test func `an EAN-13 that is no UPC-A stays one`() throws {
    let found = try BarcodeScanner(formats: BarcodeFormats([.upcA, .ean13])).scan(paper(.ean13, "5099902988023"))
    #expect(found.map(\.symbology) == [.ean13])
  }

  @Test(arguments: [
    (BarcodeSymbol.Kind.ean13, "5099902988023", 3, 0.0), (.code128, "DW:I:0123456789ABCX", 3, 0),
    (.ean13, "5099902988023", 3, 3), (.qr, "DW:I:0123456789ABCX", 24, 12),
  ])
  func `a picture that the time limit cut off is read after some more calls`(
    kind: BarcodeSymbol.Kind, text: String, moduleSize: Int, blur: Double
  ) throws {
    let paper = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: moduleSize, barHeight: 120)
    let picture = blur == 0 ? paper.negative : paper.boxBlurred(radius: blur)
    let patient = try BarcodeScanner(formats: .all, effort: .picture(limit: .seconds(600)))
    #expect(try patient.scan(picture).map(\.text) == [text])
    #expect(patient.isComplete)
    let hurried = try BarcodeScanner(formats: .all, effort: .picture(limit: .zero))
    var found = try hurried.scan(picture)
    #expect(found.isEmpty && !hurried.isComplete, "the first pass read it: this picture shows nothing")
    var calls = 0
    while !hurried.isComplete, calls < 1000 {
      found = hurried.resume(picture)
      calls += 1
    }
    #expect(found.map(\.text) == [text])
    #expect(calls > 0 && calls < 1000)
    #expect(hurried.resume(picture).map(\.text) == [text])
    #expect(try hurried.scan(self.paper(.ean8, "96385074")).map(\.text) == ["96385074"])
  }

  @Test func `only what is asked for is read`() throws {
    let pictures = try [paper(.ean13, "5099902988023"), paper(.code128, "DW:I:1"), paper(.qr, "DW:I:1")]
    for (index, formats) in [BarcodeFormats([.ean13]), BarcodeFormats([.code128]), BarcodeFormats([.qr])].enumerated() {
      let scanner = try BarcodeScanner(formats: formats)
      for (other, picture) in pictures.enumerated() {
        #expect(try scanner.scan(picture).count == (index == other ? 1 : 0))
      }
    }
    #expect(try BarcodeScanner(formats: BarcodeFormats([])).scan(pictures[0]).isEmpty)
  }

  @Test func `several barcodes in one frame are all read, each once`() throws {
    var sheet = LumaFrame(width: 700, height: 500, filledWith: 255)
    sheet.draw(try paper(.ean13, "5099902988023"), at: PixelPoint(x: 10, y: 10))
    sheet.draw(try paper(.upcA, "075678264214"), at: PixelPoint(x: 350, y: 260))
    sheet.draw(try paper(.qr, "Zürich"), at: PixelPoint(x: 10, y: 260))
    let found = try BarcodeScanner().scan(sheet)
    #expect(Set(found.map(\.text)) == ["5099902988023", "075678264214", "Zürich"])
    #expect(found.count == 3)
  }

  @Test func `the bytes of a QR code are read as UTF-8, and else as Latin-1`() throws {
    let scanner = try BarcodeScanner()
    for text in ["Zürich", "Ελλάδα", "日本の音楽", "Queensrÿche – Операция 🎸"] {
      let found = try #require(try scanner.scan(paper(.qr, text)).first)
      #expect(found.text == text && !found.isTextGuessed)
    }
  }

  @Test func `corners lie on the barcode`() throws {
    for degrees in [0.0, 10, -25, 90] {
      for (kind, text) in [(BarcodeSymbol.Kind.ean13, "5099902988023"), (.qr, "DW:I:0123456789ABCX")] {
        let symbol = try BarcodeSymbol.encode(kind, text)
        let print = symbol.drawn(moduleSize: 4, barHeight: 260)
        var frame = LumaFrame(width: 640, height: 640, filledWith: 255)
        frame.draw(print, turnedBy: degrees, centredAtX: 320, y: 320)
        let corners = try #require(try BarcodeScanner().scan(frame).first).corners
        #expect(corners.count == 4)
        // Turned back, they are the corners of the modules. Scan lines close to a tilted code's ends leave it next to
        // its corners.
        let back = corners.map { Self.turn($0, by: -degrees, about: 320) }
        let width = Double(symbol.columns * 4)
        let xs = back.map(\.0)
        let spread = (xs.max() ?? 0) - (xs.min() ?? 0)
        #expect(abs(spread - width) < 0.12 * width, "\(kind) at \(degrees): \(corners)")
        #expect(back.allSatisfy { (100..<540).contains($0.0) && (180..<460).contains($0.1) })
      }
    }
  }

  @Test func `noise and odd sizes are read as nothing`() throws {
    let scanner = try BarcodeScanner(formats: .standard)
    for (width, height) in [(1, 1), (1, 400), (400, 1), (2, 2), (3, 7), (640, 480)] {
      for seed in 1...4 as ClosedRange<UInt64> {
        var random = SeededRandom(seed: seed)
        let noise = LumaFrame(width: width, height: height, pixels: random.bytes(width * height))
        #expect(try scanner.scan(noise).isEmpty)
      }
    }
  }

  @Test func `scanning continues after the thousand scans of one libzbar scanner`() throws {
    let scanner = try BarcodeScanner()
    let code = try BarcodeSymbol.encode(.qr, "DW:I:0123456789ABCX").drawn(moduleSize: 2, barHeight: 1)
    for count in 1...2100 where try scanner.scan(code).count != 1 { Issue.record("scan \(count)") }
  }

  /// Returns a barcode on white, with three pixels per module.
  private func paper(_ kind: BarcodeSymbol.Kind, _ text: String, degrees: Double = 0) throws -> LumaFrame {
    try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 3, barHeight: 120).turned(by: degrees, filledWith: 255)
  }

  private static func turn(_ point: PixelPoint, by degrees: Double, about centre: Double) -> (Double, Double) {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let x = Double(point.x) - centre
    let y = Double(point.y) - centre
    return (x * cosine - y * sine + centre, x * sine + y * cosine + centre)
  }
}

extension LumaFrame {
  fileprivate var negative: LumaFrame { LumaFrame(width: width, height: height, pixels: pixels.map { 255 - $0 }) }
}
