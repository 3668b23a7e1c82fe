import Imaging
import Pictures
import TestSupport
import Testing

@testable import Camera

@Suite(.timeLimit(.minutes(10))) struct V4L2MJPEGTests {
  private static func picture(_ width: Int, _ height: Int) -> LumaFrame {
    LumaFrame(
      width: width, height: height,
      pixels: (0..<width * height).map { UInt8(truncatingIfNeeded: ($0 % width / 4 % 2) * 180 + $0 / width) })
  }

  private static func jpeg(_ width: Int = 96, _ height: Int = 64) throws -> [UInt8] {
    try JPEGPicture.encode(picture(width, height), quality: 80)
  }

  /// Decodes the frame like the camera source: nil if it is skipped.
  private static func decoded(_ bytes: [UInt8], limit: Int = 1 << 22) -> LumaFrame? {
    var bytes = bytes
    do throws(FrameFault) { try MJPEGFrame.prepare(&bytes, areaLimit: limit) } catch { return nil }
    return try? JPEGPicture.decode(bytes)
  }

  /// Returns the file without the segments of a marker.
  private static func without(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var stored = Array(bytes[..<2])
    var place = 2
    while place + 4 <= bytes.count, bytes[place + 1] != 0xDA {
      let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      if bytes[place + 1] != marker { stored += bytes[place..<end] }
      place = end
    }
    return stored + bytes[place...]
  }

  @Test func `a whole frame is taken as it is`() throws {
    let jpeg = try Self.jpeg()
    #expect(MJPEGFrame.size(jpeg) == PixelSize(width: 96, height: 64))
    #expect(Self.decoded(jpeg) == (try JPEGPicture.decode(jpeg)))
  }

  @Test func `zeros behind the end, and an end mark that is missing, are brought in order`() throws {
    let jpeg = try Self.jpeg()
    let whole = try JPEGPicture.decode(jpeg)
    #expect(Self.decoded(jpeg + [UInt8](repeating: 0, count: 300)) == whole)
    #expect(Self.decoded(Array(jpeg.dropLast(2))) == whole)
    #expect(Self.decoded(Array(jpeg.dropLast(2)) + [0, 0, 0]) == whole)
  }

  @Test func `a frame without Huffman tables, as many cameras send them, is read with the standard ones`() throws {
    let jpeg = try Self.jpeg()
    let bare = Self.without(0xC4, jpeg)
    #expect(bare.count < jpeg.count - 100)
    #expect(Self.decoded(bare) == (try JPEGPicture.decode(jpeg)))
  }

  @Test func `a frame that is cut anywhere gives no picture and no crash`() throws {
    let jpeg = try Self.jpeg()
    let whole = try JPEGPicture.decode(jpeg)
    var whatIsLeft = 0
    for count in 0..<jpeg.count - 2 {
      // The last bits of the lines may be padding only.
      if let frame = Self.decoded(Array(jpeg[..<count])) {
        whatIsLeft += 1
        #expect(frame == whole, "cut at \(count) of \(jpeg.count)")
      }
    }
    #expect(whatIsLeft <= 3)
  }

  @Test func `flipped and lost bytes crash nothing`() throws {
    var random = SeededRandom(seed: 21)
    let jpeg = try Self.jpeg()
    var taken = 0
    for _ in 0..<2000 {
      var bytes = jpeg
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: place)
        }
      }
      if let frame = Self.decoded(bytes) {
        taken += 1
        #expect(frame.width * frame.height <= 1 << 22)
      }
    }
    #expect(taken > 0)
  }

  @Test(arguments: [0x0000, 0x0001, 0x4000, 0xFFFF])
  func `a senseless size is refused before anything is decoded`(_ side: Int) throws {
    var jpeg = try Self.jpeg()
    let place = try #require((2..<jpeg.count - 9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for (offset, byte) in [side >> 8, side & 0xFF, side >> 8, side & 0xFF].enumerated() {
      jpeg[place + 5 + offset] = UInt8(byte)
    }
    var prepared = jpeg
    if side == 1 {
      try MJPEGFrame.prepare(&prepared, areaLimit: 1 << 22)
      #expect(MJPEGFrame.size(prepared) == PixelSize(width: 1, height: 1))
    } else {
      #expect(throws: FrameFault.self) { try MJPEGFrame.prepare(&prepared, areaLimit: 1 << 22) }
    }
  }

  @Test func `the size may change from frame to frame`() throws {
    for (width, height) in [(96, 64), (320, 240), (16, 16), (640, 480)] {
      let frame = try #require(Self.decoded(try Self.jpeg(width, height)))
      #expect(frame.width == width && frame.height == height)
    }
  }

  @Test(
    arguments: [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD9, 0xFF, 0xD8], [0, 0, 0, 0, 0, 0]] as [[UInt8]]
  )
  func `a frame without the start of a JPEG is not a JPEG`(_ bytes: [UInt8]) {
    var bytes = bytes
    #expect(throws: FrameFault.self) { try MJPEGFrame.prepare(&bytes, areaLimit: 1 << 22) }
  }
}
