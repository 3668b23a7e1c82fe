import Deadwax
import Imaging
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(1))) struct AcceptanceTests {
  @Test(arguments: [
    (Symbology.ean13, "5099902988023", 4), (.upcA, "075678264214", 4), (.ean8, "96385074", 4),
    (.upcE, "01234565", 4), (.code128, "A", 2), (.code39, "ABCD", 3), (.itf, "123456", 6), (.codabar, "A1234B", 4),
    (.qr, "x", 1),
  ])
  func `a read is believed from so many agreeing lines on`(symbology: Symbology, text: String, lines: Int) {
    #expect(Acceptance().accepted([read(symbology, text, lines: lines)]).count == 1)
    #expect(Acceptance().accepted([read(symbology, text, lines: lines - 1)]).isEmpty)
  }

  @Test func `a lone letter in Code 39 is texture`() {
    #expect(Acceptance().accepted([read(.code39, "T", lines: 50), read(.codabar, "A12B", lines: 50)]).isEmpty)
  }

  @Test func `a part of an ITF gives way to the whole, and nothing else does`() {
    let reads = [
      read(.itf, "216736", lines: 9), read(.itf, "2167361334", lines: 9), read(.itf, "998877", lines: 9),
      read(.code128, "2167", lines: 9),
    ]
    #expect(Acceptance().accepted(reads).map(\.text) == ["2167361334", "998877", "2167"])
  }

  @Test func `a symbology without a rule is not believed`() {
    #expect(Acceptance().accepted([read(Symbology(rawValue: "DataBar"), "0112345", lines: 99)]).isEmpty)
  }

  @Test func `quality grows with the lines, and a QR code has none`() {
    #expect(read(.ean13, "5099902988023", lines: 5).quality == 0.25)
    #expect(read(.ean13, "5099902988023", lines: 500).quality == 1)
    #expect(read(.qr, "x", lines: 1).quality == nil)
  }

  private func read(_ symbology: Symbology, _ text: String, lines: Int) -> Barcode {
    Barcode(symbology: symbology, text: text, raw: Array(text.utf8), lines: lines, corners: [])
  }
}

@Suite(.timeLimit(.minutes(1))) struct BarcodeFormatsTests {
  @Test func `a list is read as people write it`() throws {
    #expect(try BarcodeFormats(list: "ean13") == BarcodeFormats([.ean13]))
    #expect(try BarcodeFormats(list: "EAN-13, UPC-A,qr") == BarcodeFormats([.ean13, .upcA, .qr]))
    #expect(try BarcodeFormats(list: "all") == .all)
    #expect(try BarcodeFormats(list: "itf,all") == .all)
    for (name, symbology) in BarcodeFormats.names {
      #expect(try BarcodeFormats(list: name).symbologies == [symbology])
    }
  }

  @Test(arguments: ["", "ean13,", "ean", "databar", "ean13;qr"])
  func `an unknown name is told with the known ones`(list: String) {
    let error = #expect(throws: BarcodeError.self) { try BarcodeFormats(list: list) }
    #expect(error?.description.contains("ean13, ean8, upca") == true)
  }

  @Test func `what phantoms are made of is off unless asked for`() {
    #expect(!BarcodeFormats.standard.symbologies.contains(.itf))
    #expect(!BarcodeFormats.standard.symbologies.contains(.codabar))
    #expect(BarcodeFormats.all.symbologies.isStrictSuperset(of: BarcodeFormats.standard.symbologies))
  }
}

@Suite(.timeLimit(.minutes(1))) struct OutlineTests {
  @Test func `the corners of points on two tilted ends are those of the rectangle between`() {
    // Ends of a code 200 long and 60 high, turned by atan(3/4).
    let along = (x: 0.8, y: 0.6)
    var points: [PixelPoint] = []
    for step in 0...20 {
      for end in [0.0, 200] {
        let v = Double(step) * 3
        points.append(
          PixelPoint(
            x: Int((300 + end * along.x - v * along.y).rounded()),
            y: Int((300 + end * along.y + v * along.x).rounded())))
      }
    }
    let corners = Outline.corners(of: points)
    #expect(corners.count == 4)
    for (x, y) in [(300, 300), (460, 420), (424, 468), (264, 348)] {
      #expect(corners.contains { abs($0.x - x) <= 2 && abs($0.y - y) <= 2 }, "\(x), \(y): \(corners)")
    }
  }

  @Test func `points on a line give its ends, and one point itself`() {
    let line = (0..<50).map { PixelPoint(x: $0, y: 2 * $0) }
    #expect(Set(Outline.corners(of: line)) == [PixelPoint(x: 0, y: 0), PixelPoint(x: 49, y: 98)])
    #expect(Outline.corners(of: [PixelPoint(x: 3, y: 4), PixelPoint(x: 3, y: 4)]) == [PixelPoint(x: 3, y: 4)])
    #expect(Outline.corners(of: []).isEmpty)
  }
}

@Suite(.timeLimit(.minutes(1))) struct CodeTextTests {
  @Test(
    arguments: [
      (Array("Zürich".utf8), "Zürich", false), ([0xEF, 0xBB, 0xBF, 0x41], "A", false), ([], "", false),
      ([0x5A, 0xFC], "Zü", true), ([0x83, 0x82], "\u{83}\u{82}", true), ([0x41, 0x00, 0x42], "A\u{0}B", false),
    ] as [([UInt8], String, Bool)])
  func `bytes are UTF-8 where they can be, and else Latin-1`(bytes: [UInt8], text: String, isGuessed: Bool) {
    #expect(CodeText(bytes).text == text)
    #expect(CodeText(bytes).isGuessed == isGuessed)
  }
}
