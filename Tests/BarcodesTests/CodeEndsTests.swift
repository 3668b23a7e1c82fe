import Barcodes
import Deadwax
import Imaging
import LabelDrawing
import Testing
import VirtualHardware

/// Codes without a check of which a part is hidden: the rest is never read as a whole code.
@Suite(.timeLimit(.minutes(10))) struct CodeEndsTests {
  /// Seeds and numbers of pictures of which a part of an ITF or a Codabar was read: bars follow beyond a patch, an
  /// oblique edge cuts the end, or a reflection hides it.
  private static let parts: [(UInt64, Int)] = [
    (1, 4057), (1, 8647), (2, 18_252), (1, 7474), (1, 17_164), (2, 10_517), (2, 15_481), (1, 8749), (1, 6201),
  ]

  @Test(arguments: parts) func `a part of a damaged code is not read as a whole one`(seed: UInt64, number: Int) throws {
    let series = try DamageSeries(seed: seed)
    let picture = try series.picture(number)
    let own = [series.recipe(number).frame.text] + picture.others
    for effort in [BarcodeScanner.Effort.picture(limit: .seconds(5)), .camera] {
      let found = try BarcodeScanner.barcodes(in: picture.frame, formats: .withoutDataMatrix, effort: effort)
      #expect(found.allSatisfy { own.contains($0.text) }, "\(seed), \(number): \(found)")
    }
  }

  private static let text = "84860084421589"
  private static let paper: UInt8 = 208

  @Test func `bars beyond a patch of the colour of paper show that a code continues`() throws {
    let (scene, bars) = try Self.scene(.itf, Self.text)
    // One bar or more are left beyond the patch.
    for end in [bars.upperBound - 5, bars.upperBound - 16] {
      for hidden in stride(from: bars.lowerBound + 60, to: end - 30, by: 3) {
        var frame = scene
        frame.fill(PixelRectangle(x: hidden, y: 0, width: end - hidden, height: frame.height), with: Self.paper)
        try Self.expectNoPart(frame, "\(hidden) to \(end)")
      }
    }
  }

  @Test func `an oblique edge shows that a code continues`() throws {
    let (scene, bars) = try Self.scene(.itf, Self.text)
    for hidden in stride(from: bars.lowerBound + 90, to: bars.upperBound - 20, by: 3) {
      var frame = scene
      for y in 0..<frame.height {
        for x in hidden + y / 3..<frame.width { frame[x, y] = Self.paper }
      }
      try Self.expectNoPart(frame, "\(hidden)")
    }
  }

  @Test func `a clipped reflection is no paper`() throws {
    let (scene, bars) = try Self.scene(.itf, Self.text)
    for begin in stride(from: bars.lowerBound + 40, to: bars.upperBound - 40, by: 3) {
      var frame = scene
      for y in 0..<frame.height {
        for x in begin..<frame.width { frame[x, y] = UInt8(min(255, Int(frame[x, y]) + (x - begin) * 5)) }
      }
      try Self.expectNoPart(frame, "\(begin)")
    }
  }

  @Test(arguments: [(BarcodeSymbol.Kind.itf, Symbology.itf, text), (.codabar, .codabar, "A3419500B")])
  func `whole codes are read on grey and on clipped white paper`(
    kind: BarcodeSymbol.Kind, symbology: Symbology, text: String
  ) throws {
    let (scene, _) = try Self.scene(kind, text)
    for paper in [Self.paper, 255] {
      for degrees in [0.0, 8, 90] {
        var frame = LumaFrame(width: 600, height: 600, filledWith: Self.paper)
        frame.draw(scene, turnedBy: degrees, centredAtX: 300.3, y: 300.4)
        for index in frame.pixels.indices where frame.pixels[index] >= Self.paper { frame.pixels[index] = paper }
        let found = try BarcodeScanner(formats: BarcodeFormats([symbology])).scan(frame.boxBlurred(radius: 0.5))
        #expect(found.map(\.text) == [text], "\(degrees)°, paper \(paper)")
      }
    }
  }

  @Test func `a frame that is higher than the bars does not continue a code`() throws {
    let text = "A3419500B"
    let (scene, bars) = try Self.scene(.codabar, text)
    var frame = scene
    for x in [bars.lowerBound - 45, bars.upperBound + 40] {
      frame.fill(PixelRectangle(x: x, y: 5, width: 5, height: frame.height - 10), with: 30)
    }
    let found = try BarcodeScanner(formats: BarcodeFormats([.codabar])).scan(frame.boxBlurred(radius: 0.5))
    #expect(found.map(\.text) == [text])
  }

  /// Returns a code of dark bars on grey paper, and the range of its bars across.
  private static func scene(_ kind: BarcodeSymbol.Kind, _ text: String) throws -> (LumaFrame, Range<Int>) {
    let drawn = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 3, barHeight: 60)
    var frame = LumaFrame(width: drawn.width + 80, height: drawn.height + 60, filledWith: paper)
    frame.draw(drawn.toned(gain: 0.7, offset: 30), at: PixelPoint(x: 40, y: 30))
    let dark = (0..<frame.width).filter { frame[$0, frame.height / 2] < 100 }
    let (first, last) = try (#require(dark.first), #require(dark.last))
    return (frame, first..<last + 1)
  }

  private static func expectNoPart(_ frame: LumaFrame, _ hidden: String) throws {
    for effort in [BarcodeScanner.Effort.picture(limit: .seconds(5)), .camera] {
      let found = try BarcodeScanner.barcodes(
        in: frame.boxBlurred(radius: 0.5), formats: BarcodeFormats([.itf]), effort: effort)
      #expect(found.allSatisfy { $0.text == text }, "hidden \(hidden): \(found)")
    }
  }
}
