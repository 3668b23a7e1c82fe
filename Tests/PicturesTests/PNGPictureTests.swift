import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct PNGPictureTests {
  @Test(arguments: [1, 2, 4, 8, 16], [false, true])
  func `grey of every depth comes out stretched to a byte`(depth: Int, isInterlaced: Bool) throws {
    let highest = (1 << depth) - 1
    let writer = PNGWriter(width: 19, height: 13, colourType: 0, depth: depth, isInterlaced: isInterlaced)
    let frame = try PictureFile.decode(writer.encode { x, y, _ in (x * 7 + y * 3) % (highest + 1) })
    #expect(frame.width == 19 && frame.height == 13)
    for y in 0..<13 {
      for x in 0..<19 {
        let value = Double((x * 7 + y * 3) % (highest + 1)) / Double(highest) * 255
        #expect(abs(Double(frame[x, y]) - value) < 1.01)
      }
    }
  }

  @Test(arguments: [(2, 8), (2, 16), (6, 8), (6, 16), (4, 8), (4, 16)], [false, true])
  func `colour becomes brightness, and transparent pixels are on white`(
    kind: (UInt8, Int), isInterlaced: Bool
  ) throws {
    let (type, depth) = kind
    let writer = PNGWriter(width: 17, height: 11, colourType: type, depth: depth, isInterlaced: isInterlaced)
    // The value of a byte in each channel; in 16 bits the same byte twice.
    func value(_ x: Int, _ y: Int, _ channel: Int) -> Int { (x * 37 + y * 91 + channel * 53) % 256 }
    let frame = try PictureFile.decode(
      writer.encode { x, y, channel in depth == 16 ? value(x, y, channel) * 257 : value(x, y, channel) })
    for y in 0..<11 {
      for x in 0..<17 {
        let isGrey = type == 4
        let luma =
          isGrey
          ? Double(value(x, y, 0))
          : 0.299 * Double(value(x, y, 0)) + 0.587 * Double(value(x, y, 1)) + 0.114 * Double(value(x, y, 2))
        let alpha = type == 2 ? 1 : Double(value(x, y, isGrey ? 1 : 3)) / 255
        #expect(abs(Double(frame[x, y]) - (luma * alpha + 255 * (1 - alpha))) < 2)
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func `a palette is looked up, with its transparent entries`(depth: Int, isInterlaced: Bool) throws {
    let writer = PNGWriter(
      width: 9, height: 9, colourType: 3, depth: depth, isInterlaced: isInterlaced,
      palette: [(255, 0, 0), (0, 0, 255)], transparency: [255, 0])
    let frame = try PictureFile.decode(writer.encode { x, y, _ in (x + y) % 2 })
    for y in 0..<9 { for x in 0..<9 { #expect(frame[x, y] == ((x + y) % 2 == 0 ? 77 : 255)) } }
  }

  @Test func `one grey can mean transparent`() throws {
    let writer = PNGWriter(width: 4, height: 1, colourType: 0, depth: 8, transparency: [0, 20])
    let frame = try PictureFile.decode(writer.encode { x, _, _ in x * 10 })
    #expect(frame.pixels == [0, 10, 255, 30])
  }

  @Test(arguments: [(50_000, 50_000), (16_385, 1), (1, 16_385), (16_384, 4097)])
  func `a header that claims too much is refused before memory is taken`(width: Int, height: Int) throws {
    var writer = PNGWriter(width: 4, height: 4, colourType: 6, depth: 16)
    writer.claimedWidth = width
    writer.claimedHeight = height
    let file = writer.encode { _, _, _ in 0 }
    #expect(throws: PictureError.tooLarge(width: width, height: height)) { try PictureFile.decode(file) }
  }

  @Test func `a header that claims more than a number holds is refused`() {
    var writer = PNGWriter(width: 4, height: 4, colourType: 6, depth: 16)
    writer.claimedWidth = 2_147_483_647
    writer.claimedHeight = 2_147_483_647
    let file = writer.encode { _, _, _ in 0 }
    #expect(throws: PictureError.self) { try PictureFile.decode(file) }
  }

  @Test(arguments: [0, 2, 6], [false, true])
  func `a file cut anywhere is refused`(type: UInt8, isInterlaced: Bool) throws {
    let writer = PNGWriter(width: 60, height: 40, colourType: type, depth: 8, isInterlaced: isInterlaced)
    let file = writer.encode { x, y, _ in (x ^ y) & 0xFF }
    _ = try PictureFile.decode(file)
    for length in Array(stride(from: 8, to: file.count, by: 100)) + [file.count - 1, file.count - 12] {
      #expect(throws: PictureError.self, "cut at \(length)") { try PictureFile.decode(Array(file[..<length])) }
    }
    #expect(throws: PictureError.truncated(.png)) { try PictureFile.decode(Array(file[..<(file.count / 2)])) }
  }

  @Test func `turned bits end in a picture of the right size or an error, never worse`() {
    var random = SeededRandom(seed: 20)
    for type: UInt8 in [0, 2, 3, 4, 6] {
      let writer = PNGWriter(
        width: 33, height: 21, colourType: type, depth: 8, isInterlaced: type == 2,
        palette: type == 3 ? Array(repeating: (9, 99, 199), count: 256) : [])
      let file = writer.encode { x, y, _ in (x * y) & 0xFF }
      for _ in 0..<150 {
        var damaged = file
        for _ in 0..<3 { turnOneBit(of: &damaged, &random) }
        do {
          let frame = try PictureFile.decode(damaged)
          #expect(frame.width * frame.height == frame.pixels.count)
        } catch {
          #expect("\(error)".hasSuffix("."), "an error is a sentence")
        }
      }
    }
  }
}

/// Flips one random bit.
func turnOneBit(of bytes: inout [UInt8], _ random: inout SeededRandom) {
  bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
}
