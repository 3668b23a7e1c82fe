import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct HostilePictureTests {
  @Test func `a picture of a hundred megapixels is refused in every format, with its size`() throws {
    let pgm = Array("P5\n10000 10000\n255\n".utf8)
    var writer = PNGWriter(width: 4, height: 4, colourType: 0, depth: 8)
    (writer.claimedWidth, writer.claimedHeight) = (10_000, 10_000)
    let png = writer.encode { _, _, _ in 0 }
    var jpeg = try JPEGPicture.encode(LumaFrame(width: 64, height: 64, filledWith: 90))
    let mark = try #require((0..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(mark + 5...mark + 8, with: [0x27, 0x10, 0x27, 0x10])
    for file in [pgm, png, jpeg] {
      #expect(throws: PictureError.tooLarge(width: 10_000, height: 10_000)) { try PictureFile.decode(file) }
    }
  }

  @Test func `nothing, and next to nothing, is refused`() {
    #expect(throws: PictureError.empty) { try PictureFile.decode([]) }
    let beginnings: [[UInt8]] = [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0x50, 0x35]]
    for beginning in beginnings {
      for length in 1...beginning.count {
        #expect(throws: PictureError.self) { try PictureFile.decode(Array(beginning.prefix(length))) }
      }
    }
  }

  /// Tests the data of a camera driver after frames were lost.
  @Test func `a camera's frame cut anywhere, joined to another or begun late is refused, and the next one is read`()
    throws
  {
    var random = SeededRandom(seed: 51)
    let whole = try JPEGPicture.encode(
      LumaFrame(width: 160, height: 120, pixels: random.bytes(160 * 120)).boxBlurred(radius: 2), quality: 70)
    let clean = try JPEGPicture.decode(whole)
    for _ in 0..<300 {
      let cut = Int.random(in: 3..<whole.count - 2, using: &random)
      #expect(throws: PictureError.self, "cut at \(cut)") { try JPEGPicture.decode(Array(whole[..<cut])) }
      // The end of one frame after the start of another: either all lines are present, or it is refused.
      let joined = Array(whole[..<cut]) + Array(whole[Int.random(in: cut..<whole.count, using: &random)...])
      if let frame = try? JPEGPicture.decode(joined) { #expect(frame.width == 160 && frame.height == 120) }
      #expect(throws: PictureError.self) { try JPEGPicture.decode(Array(whole[cut...])) }
      #expect(try JPEGPicture.decode(whole) == clean)
    }
    #expect(throws: PictureError.self) { try JPEGPicture.decode([0xFF, 0xD9] + whole) }
    #expect(try JPEGPicture.decode(whole + [UInt8](repeating: 0, count: 500)) == clean)
  }

  @Test func `files put together from parts of others end in a picture or a sentence`() throws {
    var random = SeededRandom(seed: 52)
    var parts = try [
      JPEGPicture.encode(LumaFrame(width: 33, height: 17, filledWith: 120)),
      Array("P5\n8 4\n255\n".utf8) + random.bytes(32),
      Array("P2\n2 2\n9\n1 2 3 4\n".utf8),
      PNGWriter(width: 8, height: 4, colourType: 2, depth: 8).encode { x, y, channel in x * 20 + y + channel },
    ]
    parts.append(random.bytes(64))
    for _ in 0..<3000 {
      var file: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let part = parts[Int.random(in: 0..<parts.count, using: &random)]
        let from = Bool.random(using: &random) ? 0 : Int.random(in: 0..<part.count, using: &random)
        file += part[from..<Int.random(in: from...part.count, using: &random)]
      }
      if !file.isEmpty, Bool.random(using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(PictureError) {
        let frame = try PictureFile.decode(file)
        #expect(frame.pixels.count == frame.width * frame.height)
      } catch {
        #expect("\(error)".hasSuffix("."))
      }
    }
  }
}
