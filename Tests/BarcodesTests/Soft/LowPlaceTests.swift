import Imaging
import TestSupport
import Testing

@testable import Barcodes

/// Codes of which only a low strip can be seen between other print.
@Suite(.timeLimit(.minutes(10))) struct LowPlaceTests {
  /// A strip of a code, and the object on which it is.
  struct Strip: CustomStringConvertible {
    /// The height of the visible bars, in pixels.
    let height: Int
    /// The radius of the object relative to that of the narrowest one.
    let radius: Double
    let contrast: Double

    var description: String { "\(height) pixels, radius \(radius), contrast \(contrast)" }
  }

  private static let text = "4006381333931"
  private static let strips = [
    Strip(height: 14, radius: 1, contrast: 0.8), Strip(height: 30, radius: 3, contrast: 0.3),
  ]

  @Test(arguments: strips) func `a strip of a code between other print is read`(strip: Strip) throws {
    let found = try BarcodeScanner.barcodes(in: Self.seen(strip), effort: .picture(limit: .seconds(60)))
    #expect(found.map(\.text) == [Self.text])
    #expect(found.first?.isVerified == true)
  }

  @Test(arguments: strips) func `only the places of small cells show that strip`(strip: Strip) throws {
    let frame = Self.seen(strip)
    let formats = try BarcodeFormats(list: "ean13")
    let soft = try #require(SoftReader(formats: formats, walk: RowWalk(verifier: Verifier())))
    let pyramid = FramePyramid(frame)
    var map = CellMap()
    map.measure(frame)
    let usual = soft.places(in: pyramid, map)
    #expect(usual.compactMap { soft.read($0, in: pyramid) }.isEmpty)
    let low = soft.lowPlaces(in: frame, besides: usual)
    let read = low.compactMap { soft.read($0, in: pyramid) }.map(\.digits)
    #expect(read.contains(Array(Self.text.utf8)))
  }

  /// Returns a strip on a round object, with dark and light squares above and below it.
  private static func seen(_ strip: Strip) -> LumaFrame {
    let (module, height, square) = (4, 160, 6)
    let bars = MisleadingPictures.bars(text.compactMap(\.wholeNumberValue))
    var print = LumaFrame(width: (bars.count + 24) * module, height: height, filledWith: 255)
    for (index, isBar) in bars.enumerated() where isBar {
      print.fill(PixelRectangle(x: (12 + index) * module, y: 0, width: module, height: height), with: 0)
    }
    var frame = SoftReaderTests.bent(print.toned(gain: strip.contrast, offset: 20), radius: strip.radius)
    let visible = (frame.height - strip.height) / 2..<(frame.height + strip.height) / 2
    // The same squares on every run: beside many others the usual places show the strip, or none does.
    var random = SeededRandom(fixedSeed: 9)
    for y in stride(from: 0, to: frame.height, by: square) {
      for x in stride(from: 0, to: frame.width, by: square) {
        let ink: UInt8 = Bool.random(using: &random) ? 20 : 225
        for row in y..<min(frame.height, y + square) where !visible.contains(row) {
          frame.fill(PixelRectangle(x: x, y: row, width: min(square, frame.width - x), height: 1), with: ink)
        }
      }
    }
    return frame.boxBlurred(radius: 0.8)
  }
}
