import Imaging
import Pictures
import TestSupport
import Testing

@testable import Camera

@Suite(.timeLimit(.minutes(10))) struct V4L2FrameTests {
  private static func format(
    _ format: PixelFormat, _ width: Int, _ height: Int, line: Int, image: Int
  ) throws -> CaptureFormat {
    try CaptureFormat(code: format.code, width: width, height: height, bytesPerLine: line, sizeImage: image)
  }

  // MARK: - Driver values

  @Test(arguments: [
    (PixelFormat.yuyv, 0, 16 * 8 * 2, 32, 256), (.yuyv, 32, 256, 32, 256), (.yuyv, 40, 320, 40, 312),
    (.yuyv, 40, 312, 40, 312), (.yuyv, 7, 256, 32, 256), (.yuyv, 32, 0, 32, 256), (.grey, 16, 128, 16, 128),
    (.grey, 24, 192, 24, 184), (.nv12, 16, 192, 16, 128), (.yu12, 64, 768, 64, 464),
  ])
  func `a line has the reported length, and is never shorter than its pixels`(
    _ pixels: PixelFormat, _ line: Int, _ image: Int, _ honoured: Int, _ needed: Int
  ) throws {
    let format = try Self.format(pixels, 16, 8, line: line, image: image)
    #expect(format.bytesPerLine == honoured)
    #expect(format.bytesNeeded == needed)
  }

  @Test(arguments: [
    (PixelFormat.yuyv, 16, 8, 64, 256), (.grey, 16, 8, 1_000_000, 128), (.grey, 16, 8, Int(UInt32.max), 0),
    (.grey, 0, 8, 0, 0), (.grey, 16, 0, 0, 0), (.grey, 70_000, 8, 0, 0), (.mjpeg, 16_384, 16_384, 0, 0),
    (.nv12, 640, 480, 640, 1000),
  ])
  func `a size that contradicts itself is refused`(
    _ pixels: PixelFormat, _ width: Int, _ height: Int, _ line: Int, _ image: Int
  ) {
    #expect(throws: CaptureFormat.Contradiction.self) {
      try Self.format(pixels, width, height, line: line, image: image)
    }
  }

  @Test(
    arguments: [
      (false, 256, 4096, nil), (true, 256, 4096, .flagged), (false, 0, 4096, .short(bytes: 0, needed: 256)),
      (false, 255, 4096, .short(bytes: 255, needed: 256)), (false, 257, 4096, .long(bytes: 257, most: 256)),
      (false, 5000, 4096, .long(bytes: 5000, most: 256)), (false, 256, 200, .long(bytes: 256, most: 200)),
    ] as [(Bool, Int, Int, FrameFault?)])
  func `a frame is judged before a byte of it is read`(
    _ isFlagged: Bool, _ bytes: Int, _ capacity: Int, _ fault: FrameFault?
  ) throws {
    let format = try Self.format(.yuyv, 16, 8, line: 32, image: 256)
    #expect(
      FrameFault.judge(isFlagged: isFlagged, bytesUsed: bytes, capacity: capacity, format: format) == fault)
  }

  @Test func `a compressed frame may be any length from a hundred bytes or so`() throws {
    let format = try Self.format(.mjpeg, 640, 480, line: 0, image: 100_000)
    #expect(FrameFault.judge(isFlagged: false, bytesUsed: 20_000, capacity: 102_400, format: format) == nil)
    #expect(
      FrameFault.judge(isFlagged: false, bytesUsed: 100, capacity: 102_400, format: format)
        == .short(bytes: 100, needed: 128))
    #expect(
      FrameFault.judge(isFlagged: false, bytesUsed: 565_254, capacity: 102_400, format: format)
        == .long(bytes: 565_254, most: 102_400))
  }

  // MARK: - Brightness

  /// Returns a frame in a format, generated pixel by pixel, with noise in all bytes that are not brightness.
  private static func bytes(
    _ luma: LumaFrame, _ format: PixelFormat, line: Int, random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = random.bytes(line * luma.height * 2)
    for y in 0..<luma.height {
      for x in 0..<luma.width {
        let place =
          switch format {
          case .yuyv, .yvyu: y * line + 2 * x
          case .uyvy, .vyuy: y * line + 2 * x + 1
          default: y * line + x
          }
        bytes[place] = luma[x, y]
      }
    }
    return bytes
  }

  @Test(arguments: PixelFormat.allCases.filter { $0 != .mjpeg && $0 != .jpeg }, [0, 1, 2, 37])
  func `brightness comes out of each format, with gaps and without`(_ format: PixelFormat, _ gap: Int) throws {
    var random = SeededRandom(seed: 20)
    for width in [1, 2, 15, 16, 17, 33, 64, 100] {
      let height = 5
      let luma = LumaFrame(width: width, height: height, pixels: random.bytes(width * height))
      let isPlane = [.grey, .nv12, .nv21, .yu12, .yv12, .yuv422p].contains(format)
      let line = width * (isPlane ? 1 : 2) + gap
      let bytes = Self.bytes(luma, format, line: line, random: &random)
      let agreed = try Self.format(format, width, height, line: line, image: bytes.count)
      let exact = Array(bytes[..<agreed.bytesNeeded])
      #expect(exact.withUnsafeBytes { LumaPlane.copy($0, format: agreed) } == luma)
      #expect(exact.dropLast().withUnsafeBytes { LumaPlane.copy($0, format: agreed) } == nil, "one byte too few")
    }
  }

  @Test func `nothing is taken of a compressed frame`() throws {
    let format = try Self.format(.mjpeg, 16, 16, line: 0, image: 0)
    #expect([UInt8](repeating: 0, count: 4096).withUnsafeBytes { LumaPlane.copy($0, format: format) } == nil)
  }
}
