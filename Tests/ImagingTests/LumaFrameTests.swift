import Imaging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LumaFrameTests {
  @Test func `a size is taken up to 16384 a side and 64 Mi pixels in all`() {
    #expect(LumaFrame.accepts(width: 1, height: 1))
    #expect(LumaFrame.accepts(width: 16_384, height: 4096))
    #expect(LumaFrame.accepts(width: 9248, height: 6936))
    #expect(!LumaFrame.accepts(width: 16_384, height: 4097))
    #expect(!LumaFrame.accepts(width: 16_385, height: 1))
    #expect(!LumaFrame.accepts(width: 0, height: 10))
    #expect(!LumaFrame.accepts(width: 10, height: -1))
  }

  @Test func `a crop is the part that lies inside`() throws {
    let frame = ramp(width: 5, height: 4)
    let middle = try #require(frame.cropped(to: PixelRectangle(x: 1, y: 2, width: 3, height: 1)))
    #expect(middle == LumaFrame(width: 3, height: 1, pixels: [11, 12, 13]))
    let corner = try #require(frame.cropped(to: PixelRectangle(x: 3, y: -2, width: 100, height: 3)))
    #expect(corner == LumaFrame(width: 2, height: 1, pixels: [3, 4]))
    #expect(frame.cropped(to: PixelRectangle(x: 5, y: 0, width: 4, height: 4)) == nil)
    #expect(frame.cropped(to: PixelRectangle(x: 0, y: 0, width: 0, height: 4)) == nil)
    #expect(frame.cropped(to: frame.bounds) == frame)
  }

  @Test func `fills and pictures are cut at the edges`() {
    var frame = LumaFrame(width: 4, height: 3, filledWith: 9)
    frame.fill(PixelRectangle(x: -5, y: 2, width: 7, height: 50), with: 1)
    frame.draw(LumaFrame(width: 2, height: 2, pixels: [5, 6, 7, 8]), at: PixelPoint(x: 3, y: -1))
    #expect(frame.pixels == [9, 9, 9, 7, 9, 9, 9, 9, 1, 1, 9, 9])
    let before = frame
    frame.draw(LumaFrame(width: 2, height: 2, filledWith: 0), at: PixelPoint(x: 4, y: 0))
    frame.fill(PixelRectangle(x: 0, y: 3, width: 4, height: 4), with: 0)
    #expect(frame == before)
  }

  @Test func `a mask lets through as much ink as it says`() {
    var frame = LumaFrame(width: 3, height: 1, filledWith: 200)
    frame.draw(mask: LumaFrame(width: 3, height: 1, pixels: [0, 128, 255]), at: PixelPoint(x: 0, y: 0), ink: 50)
    #expect(frame.pixels == [200, 125, 50])
  }

  @Test func `an outline is closed and stays inside the frame`() {
    var frame = LumaFrame(width: 10, height: 10, filledWith: 0)
    let corners = [PixelPoint(x: 2, y: 2), PixelPoint(x: 7, y: 2), PixelPoint(x: 7, y: 7), PixelPoint(x: 2, y: 7)]
    frame.drawOutline(corners, value: 255, thickness: 1)
    for step in 2...7 {
      #expect(frame[step, 2] == 255 && frame[step, 7] == 255 && frame[2, step] == 255 && frame[7, step] == 255)
    }
    #expect(frame.pixels.reduce(0) { $0 + Int($1) } == 20 * 255)
    // Far outside, and an outline without points.
    frame.drawOutline([PixelPoint(x: .max, y: 0), PixelPoint(x: 0, y: .min)], value: 1, thickness: 3)
    frame.drawOutline([], value: 1, thickness: 3)
    frame.drawOutline([PixelPoint(x: 0, y: 0)], value: 7, thickness: 1)
    #expect(frame[0, 0] == 7)
  }

  @Test func `a gain and an offset are cut to what a byte holds`() {
    let frame = LumaFrame(width: 4, height: 1, pixels: [0, 100, 200, 255])
    #expect(frame.toned(gain: 1) == frame)
    #expect(frame.toned(gain: 0.5, offset: 10).pixels == [10, 60, 110, 138])
    #expect(frame.toned(gain: 2, offset: -50).pixels == [0, 150, 255, 255])
  }

  @Test func `the same seed gives the same noise, and its mean is that of the amounts`() {
    let grey = LumaFrame(width: 200, height: 100, filledWith: 100)
    var first = grey
    var again = grey
    var other = grey
    let amounts: [Int16] = [-4, -2, -1, 0, 0, 1, 2, 4]
    first.addNoise(amounts, seed: 7)
    again.addNoise(amounts, seed: 7)
    other.addNoise(amounts, seed: 8)
    #expect(first == again)
    #expect(first != other)
    let mean = Double(first.pixels.reduce(0) { $0 + Int($1) }) / 20_000
    #expect(abs(mean - 100) < 0.1)
    #expect(Set(first.pixels) == [96, 98, 99, 100, 101, 102, 104])
  }
}

/// Returns a frame whose brightness counts up pixel by pixel.
func ramp(width: Int, height: Int) -> LumaFrame {
  LumaFrame(width: width, height: height, pixels: (0..<width * height).map { UInt8($0 % 256) })
}

/// Returns a frame of random pixels, equal for equal seeds.
func speckle(width: Int, height: Int, seed: UInt64) -> LumaFrame {
  var random = SeededRandom(seed: seed)
  return LumaFrame(width: width, height: height, pixels: random.bytes(width * height))
}
