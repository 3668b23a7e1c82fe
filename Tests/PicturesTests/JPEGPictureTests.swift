import Foundation
import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct JPEGPictureTests {
  @Test(arguments: [(1, 1), (16, 8), (33, 17), (640, 360)])
  func `a frame survives being a JPEG`(width: Int, height: Int) throws {
    let frame = scene(width, height)
    let file = try JPEGPicture.encode(frame, quality: 90)
    #expect(PictureFormat(firstBytes: file) == .jpeg)
    let back = try PictureFile.decode(file)
    #expect(back.width == width && back.height == height)
    let difference = zip(back.pixels, frame.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(width * height) < 3)
  }

  @Test func `less quality makes a smaller file`() throws {
    let frame = scene(320, 200)
    let sizes = try [5, 50, 95].map { try JPEGPicture.encode(frame, quality: $0).count }
    #expect(sizes == sizes.sorted())
  }

  /// 48 × 32 pixels, a third each of red, green and blue, written by libjpeg at quality 60.
  static let colours = [
    "baseline":
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAgADADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAYHBf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQADAQAAAAAAAAAAAAAAAAAFBgcI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnwAZSVcAEM8s0AXk4u6Ajqqq4AIZ5ZoAvJxf/9k=",
    "progressive":
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAgADADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUGBP/EABcBAAMBAAAAAAAAAAAAAAAAAAQFBgf/2gAMAwEAAhADEAAAAZ4CpK4EzzMi8c94jqquBM8zIvHP/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQABBQJH/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwFf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwFf/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQAGPwJH/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQABPyFH/9oADAMBAAIAAwAAABAMH4MH7//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQMBAT8QX//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQIBAT8QX//EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEAAT8QR//Z",
    "inks":
      "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgAIAAwBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAIB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8A05mDMGnACYlOgACYlOgAp0TEACYlOgACYlOgAp0TEACYlOgACYlOgAp0TEACYlOgACYlOgA//9k=",
  ]

  @Test(arguments: ["baseline", "progressive", "inks"])
  func `colours of every kind become brightness`(kind: String) throws {
    let file = try #require(Self.colours[kind].flatMap { Data(base64Encoded: $0) })
    let frame = try PictureFile.decode([UInt8](file))
    #expect(frame.width == 48 && frame.height == 32)
    // From BT.601: 0.299, 0.587 and 0.114 of 255.
    for (x, want) in [(6, 76), (22, 150), (40, 29)] { #expect(abs(Int(frame[x, 16]) - want) <= 4, "at \(x)") }
  }

  @Test(arguments: ["baseline", "progressive", "inks"])
  func `a file cut anywhere is refused`(kind: String) throws {
    let file = [UInt8](try #require(Self.colours[kind].flatMap { Data(base64Encoded: $0) }))
    for length in 3..<file.count {
      #expect(throws: PictureError.self, "cut at \(length)") { try PictureFile.decode(Array(file[..<length])) }
    }
  }

  @Test func `a large file cut at each hundredth byte is refused`() throws {
    let file = try JPEGPicture.encode(scene(320, 240), quality: 80)
    for length in stride(from: 3, to: file.count, by: 100) {
      #expect(throws: PictureError.self, "cut at \(length)") { try PictureFile.decode(Array(file[..<length])) }
    }
    #expect(throws: PictureError.truncated(.jpeg)) { try PictureFile.decode(Array(file[..<(file.count / 2)])) }
    #expect(throws: PictureError.truncated(.jpeg)) { try PictureFile.decode(Array(file.dropLast(2))) }
  }

  @Test func `turned bits end in a picture or an error, never worse`() throws {
    var random = SeededRandom(seed: 21)
    var files = try Self.colours.keys.sorted().map {
      [UInt8](try #require(Data(base64Encoded: Self.colours[$0] ?? "")))
    }
    files.append(try JPEGPicture.encode(scene(120, 90)))
    for file in files {
      for _ in 0..<200 {
        var damaged = file
        for _ in 0..<2 { turnOneBit(of: &damaged, &random) }
        do {
          let frame = try PictureFile.decode(damaged)
          #expect(frame.width * frame.height == frame.pixels.count)
        } catch {
          #expect("\(error)".hasSuffix("."), "an error is a sentence")
        }
      }
    }
  }

  @Test func `a header that claims too much is refused`() throws {
    var file = try JPEGPicture.encode(scene(64, 64))
    // The frame header: its height and width are 5 and 7 bytes after its marker.
    let mark = try #require((0..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    for index in mark + 5...mark + 8 { file[index] = 0xFF }
    #expect(throws: PictureError.self) { try PictureFile.decode(file) }
    file[mark + 5...mark + 8] = [0x3F, 0xFF, 0x3F, 0xFF]
    #expect(throws: PictureError.tooLarge(width: 16_383, height: 16_383)) { try PictureFile.decode(file) }
  }

  @Test func `thousands of passes over a picture are not walked`() throws {
    // A progressive picture of 8192 × 8192, then the same empty pass repeated: 12 bytes cause a pass over 64
    // megapixels.
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0x20, 0, 0x20, 0, 1, 1, 0x11, 0]
    file += [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
    file += [0xFF, 0xC4, 0, 20, 0, 1] + Array(repeating: 0, count: 16)
    for _ in 0..<20_000 { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0, 0] }
    file += [0xFF, 0xD9]
    #expect(throws: PictureError.self) { try PictureFile.decode(file) }
  }

  /// Returns a picture of bars and a gradient.
  private func scene(_ width: Int, _ height: Int) -> LumaFrame {
    var frame = LumaFrame(
      width: width, height: height, pixels: (0..<width * height).map { UInt8(60 + ($0 / width) * 120 / height) })
    for bar in stride(from: 0, to: width, by: 16) {
      frame.fill(PixelRectangle(x: bar, y: 0, width: 8, height: height / 2), with: 20)
    }
    return frame
  }
}
