import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PictureOrientationTests {
  /// Returns the beginning of a JPEG with an Exif segment.
  private func file(_ orientation: UInt8, isLittle: Bool, before: [UInt8] = []) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    let segment = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8] + before + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + [0xFF, 0xDA, 0, 2]
  }

  @Test func `the orientation of the file is read in both byte orders`() {
    for orientation in PictureOrientation.allCases {
      for isLittle in [true, false] {
        #expect(PictureOrientation(file: file(orientation.rawValue, isLittle: isLittle)) == orientation)
        // Behind another segment.
        let jfif: [UInt8] = [0xFF, 0xE0, 0, 6, 1, 2, 3, 4]
        #expect(PictureOrientation(file: file(orientation.rawValue, isLittle: isLittle, before: jfif)) == orientation)
      }
    }
    for value in [0, 9, 255] as [UInt8] { #expect(PictureOrientation(file: file(value, isLittle: true)) == .upright) }
  }

  @Test func `a file without an orientation, or cut anywhere, is upright or as noted`() {
    #expect(PictureOrientation(file: []) == .upright)
    #expect(PictureOrientation(file: Array("Exif\0\0MM".utf8)) == .upright)
    let whole = file(6, isLittle: true)
    for length in 0..<whole.count {
      let found = PictureOrientation(file: Array(whole[..<length]))
      #expect(found == .upright || found == .clockwise, "cut at \(length)")
    }
  }

  @Test func `damaged bytes are no fault`() {
    var random = SeededRandom(seed: 12)
    let whole = file(6, isLittle: false)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = PictureOrientation(file: bytes)
    }
  }

  @Test func `each corner is displayed at a corner, and turning back gives the stored one`() {
    let (width, height) = (7, 4)
    let corners = [PixelPoint(x: 0, y: 0), PixelPoint(x: 6, y: 0), PixelPoint(x: 6, y: 3), PixelPoint(x: 0, y: 3)]
    let first: [PictureOrientation: PixelPoint] = [
      .upright: PixelPoint(x: 0, y: 0), .mirrored: PixelPoint(x: 6, y: 0), .upsideDown: PixelPoint(x: 6, y: 3),
      .flipped: PixelPoint(x: 0, y: 3), .transposed: PixelPoint(x: 0, y: 0), .clockwise: PixelPoint(x: 3, y: 0),
      .transversed: PixelPoint(x: 3, y: 6), .anticlockwise: PixelPoint(x: 0, y: 6),
    ]
    for orientation in PictureOrientation.allCases {
      let shown = corners.map { orientation.shown($0, width: width, height: height) }
      #expect(shown[0] == first[orientation], "\(orientation)")
      let (wide, high) = orientation.isSideways ? (height, width) : (width, height)
      #expect(
        Set(shown) == [
          PixelPoint(x: 0, y: 0), PixelPoint(x: wide - 1, y: 0), PixelPoint(x: wide - 1, y: high - 1),
          PixelPoint(x: 0, y: high - 1),
        ], "\(orientation)")
    }
  }
}
