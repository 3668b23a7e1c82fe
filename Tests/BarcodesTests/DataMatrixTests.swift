import Deadwax
import Imaging
import LabelDrawing
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(10))) struct DataMatrixTests {
  private static let formats = BarcodeFormats([.dataMatrix])
  private static let brief = BarcodeScanner.Effort.picture(limit: .milliseconds(100))

  /// Returns a scanner. A code is read in the first milliseconds of the time limit, which is for a busy machine.
  private static func scanner(
    _ effort: BarcodeScanner.Effort = .picture(limit: .seconds(10))
  ) throws -> BarcodeScanner {
    try BarcodeScanner(formats: formats, effort: effort)
  }

  private static func paper(_ text: String, module: Int = 4, degrees: Double = 0) throws -> LumaFrame {
    let symbol = try BarcodeSymbol.encode(.dataMatrix, text).drawn(moduleSize: module, barHeight: 1)
    var frame = LumaFrame(width: 640, height: 640, filledWith: 230)
    frame.draw(symbol, turnedBy: degrees, centredAtX: 320, y: 300)
    return frame
  }

  @Test(arguments: [(3, 10), (10, 16), (35, 24), (60, 32), (260, 64), (460, 80)])
  func `codes of each size are read at every angle`(length: Int, side: Int) throws {
    // Letters of both cases and digits, which no encoding shortens much.
    let text = String((0..<length).map { Array("aB3xK")[($0 * $0 + $0 / 3) % 5] })
    let module = side > 40 ? 4 : 5
    #expect(try BarcodeSymbol.encode(.dataMatrix, text).columns == side)
    let scanner = try Self.scanner()
    for degrees in [0.0, 7, 30, 45, 90, 180, 290] {
      let found = try scanner.scan(Self.paper(text, module: module, degrees: degrees))
      #expect(found.map(\.text) == [text], "turned by \(degrees)")
      #expect(found.map(\.symbology) == [.dataMatrix])
      #expect(found.map(\.raw) == [Array(text.utf8)])
    }
  }

  @Test func `bytes are read as UTF-8`() throws {
    for text in ["Zürich", "Ελλάδα", "日本の音楽", "DW:I:0123456789ABCX", "a\u{1D}b"] {
      #expect(try Self.scanner().scan(Self.paper(text)).map(\.text) == [text])
    }
  }

  @Test func `a code with FNC1 at the front is one of GS1`() throws {
    let item = Code.gtin(try #require(GTIN(key: "4006381333931")))
    for elements in ["(01)04006381333931", "(01)04006381333931(10)ABC(21)x/7", "(10)AB12(01)04006381333931"] {
      let symbol = try BarcodeSymbol.encode(.dataMatrix, elements: elements)
      let found = try Self.scanner().scan(symbol.drawn(moduleSize: 4, barHeight: 1).turned(by: 10, filledWith: 255))
      #expect(found.map(\.symbology) == [.gs1DataMatrix])
      for code in found {
        #expect(try GS1Elements.read(code.text, symbology: code.symbology).get().description == elements)
        #expect(Code.classify(code.text, symbology: code.symbology) == item)
      }
    }
    let plain = try Self.scanner().scan(Self.paper("0104006381333931"))
    #expect(plain.map { Code.classify($0.text, symbology: $0.symbology) } == [.text("0104006381333931")])
  }

  @Test func `corners are those of the code as printed`() throws {
    let corners = try #require(try Self.scanner().scan(Self.paper("DW:I:1", module: 8)).first).corners
    let side = try BarcodeSymbol.encode(.dataMatrix, "DW:I:1").columns * 8
    let wanted = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (320 + $0.0 * side / 2, 300 + $0.1 * side / 2) }
    #expect(corners.count == 4)
    for (corner, wanted) in zip(corners, wanted) {
      #expect(abs(corner.x - wanted.0) < 8 && abs(corner.y - wanted.1) < 8, "\(corners) \(wanted)")
    }
  }

  @Test func `it is read only if it was requested, and nothing else is then`() throws {
    let picture = try Self.paper("DW:I:1")
    #expect(!BarcodeFormats.standard.symbologies.contains(.dataMatrix))
    #expect(try BarcodeScanner(effort: Self.brief).scan(picture).isEmpty)
    let others = try BarcodeFormats(list: "ean13,ean8,upca,upce,code128,code39,qr,itf:14,codabar:12")
    #expect(try BarcodeScanner(formats: others, effort: Self.brief).scan(picture).isEmpty)
    #expect(try BarcodeScanner(formats: BarcodeFormats(list: "data-matrix")).scan(picture).map(\.text) == ["DW:I:1"])
    for (kind, text) in [(BarcodeSymbol.Kind.qr, "https://example.org/"), (.ean13, "5099902988023")] {
      let other = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 4, barHeight: 100)
      #expect(try Self.scanner(Self.brief).scan(other).isEmpty)
    }
  }

  @Test func `a camera reads it, and a picture that is cut off is read after some more calls`() throws {
    let camera = try Self.scanner(.camera)
    let frame = try Self.paper("DW:I:0123456789ABCX")
    // The time for a frame is short on a busy machine.
    #expect(try (1...200).contains { _ in try !camera.scan(frame).isEmpty })
    let hurried = try Self.scanner(.picture(limit: .zero))
    let small = try Self.paper("DW:I:0123456789ABCX", module: 2, degrees: 20)
    var found = try hurried.scan(small)
    var calls = 0
    while !hurried.isComplete, calls < 1000 {
      found = hurried.resume(small)
      calls += 1
    }
    #expect(found.map(\.text) == ["DW:I:0123456789ABCX"])
    #expect(hurried.resume(small).map(\.text) == ["DW:I:0123456789ABCX"])
  }

  @Test func `a damaged code is read right or not at all`() throws {
    var random = SeededRandom(seed: 16022)
    let (text, scanner) = ("DW:I:0123456789ABCX", try Self.scanner(.picture(limit: .milliseconds(500))))
    var read = 0
    for _ in 1...60 {
      var frame = try Self.paper(text, module: 5, degrees: Double(Int.random(in: 0...359, using: &random)))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let patch = PixelRectangle(
          x: Int.random(in: 250...380, using: &random), y: Int.random(in: 230...360, using: &random),
          width: Int.random(in: 3...24, using: &random), height: Int.random(in: 3...24, using: &random))
        frame.fill(patch, with: UInt8.random(in: 0...255, using: &random))
      }
      let found = try scanner.scan(frame)
      #expect(found.allSatisfy { $0.text == text }, "\(found.map(\.text))")
      read += found.count
    }
    print("damaged Data Matrix codes that were read: \(read) of 60")
    #expect(read > 0 && read < 60)
  }

  @Test(arguments: MisleadingPictures.Kind.allCases)
  func `bars that are covered in part are read as nothing`(kind: MisleadingPictures.Kind) throws {
    for effort in [BarcodeScanner.Effort.camera, Self.brief] {
      let scanner = try Self.scanner(effort)
      for picture in MisleadingPictures.pictures(of: kind, count: 20) {
        let found = try scanner.scan(picture.frame)
        #expect(found.isEmpty, "\(picture.name): \(found)")
      }
    }
  }

  @Test func `noise, woven patterns and squares are read as nothing`() throws {
    for effort in [BarcodeScanner.Effort.camera, .picture(limit: .milliseconds(200))] {
      let scanner = try Self.scanner(effort)
      for (width, height) in [(1, 1), (1, 400), (400, 1), (19, 21), (640, 480)] {
        for seed in 1...3 as ClosedRange<UInt64> {
          var random = SeededRandom(seed: seed)
          #expect(
            try scanner.scan(LumaFrame(width: width, height: height, pixels: random.bytes(width * height))).isEmpty)
        }
      }
      for side in 3...12 {
        var random = SeededRandom(seed: UInt64(side))
        var (squares, weave) = (
          LumaFrame(width: 640, height: 480, filledWith: 230), LumaFrame(width: 640, height: 480, filledWith: 230)
        )
        for row in 0..<480 / side {
          for column in 0..<640 / side {
            let place = PixelRectangle(x: column * side, y: row * side, width: side, height: side)
            if Bool.random(using: &random) { squares.fill(place, with: 20) }
            if (row + column) % 2 == 0 || row % 7 == 0 { weave.fill(place, with: 20) }
          }
        }
        #expect(try scanner.scan(squares).isEmpty)
        #expect(try scanner.scan(weave).isEmpty)
      }
    }
  }
}
