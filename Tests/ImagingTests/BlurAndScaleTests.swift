import Imaging
import Testing

@Suite(.timeLimit(.minutes(5))) struct BlurAndScaleTests {
  @Test(arguments: [0.3, 0.6, 1.0, 1.2, 2.0, 4.5, 30.0])
  func `a blur is the mean of the square about each pixel`(radius: Double) {
    let frame = speckle(width: 23, height: 17, seed: 5)
    let blurred = frame.boxBlurred(radius: radius)
    let expected = slowBlur(frame, radius)
    for (have, want) in zip(blurred.pixels, expected) { #expect(abs(Double(have) - want) < 1.6) }
  }

  @Test func `half a frame has the mean of each 2 × 2 pixels, without an odd last row or column`() {
    let frame = LumaFrame(width: 5, height: 3, pixels: [0, 10, 20, 30, 99, 20, 30, 40, 51, 99, 7, 7, 7, 7, 7])
    #expect(frame.halved() == LumaFrame(width: 2, height: 1, pixels: [15, 35]))
  }

  @Test func `a blur of nothing changes nothing, and an even frame stays even`() {
    let frame = speckle(width: 9, height: 5, seed: 2)
    #expect(frame.boxBlurred(radius: 0) == frame)
    #expect(frame.boxBlurred(radius: -1) == frame)
    for value: UInt8 in [0, 1, 127, 254, 255] {
      let even = LumaFrame(width: 7, height: 3, filledWith: value)
      #expect(even.boxBlurred(radius: 0.7) == even)
      #expect(even.boxBlurred(radius: 1000) == even)
    }
  }

  @Test func `a single pixel can be blurred`() {
    #expect(LumaFrame(width: 1, height: 1, pixels: [77]).boxBlurred(radius: 3).pixels == [77])
  }

  @Test func `half the size is the mean of four pixels`() {
    let frame = speckle(width: 40, height: 30, seed: 3)
    let half = frame.scaled(toWidth: 20, height: 15)
    for y in 0..<15 {
      for x in 0..<20 {
        let sum =
          Int(frame[2 * x, 2 * y]) + Int(frame[2 * x + 1, 2 * y]) + Int(frame[2 * x, 2 * y + 1])
          + Int(frame[2 * x + 1, 2 * y + 1])
        #expect(abs(Int(half[x, y]) - sum / 4) <= 1)
      }
    }
  }

  @Test(arguments: [(1, 1), (7, 3), (64, 64), (100, 1), (1, 100), (333, 77)])
  func `an even frame stays even at any size`(width: Int, height: Int) {
    let frame = LumaFrame(width: 64, height: 64, filledWith: 201)
    #expect(frame.scaled(toWidth: width, height: height) == LumaFrame(width: width, height: height, filledWith: 201))
  }

  @Test func `a larger picture goes evenly from pixel to pixel`() {
    let wide = LumaFrame(width: 2, height: 1, pixels: [0, 200]).scaled(toWidth: 8, height: 1)
    #expect(wide.pixels == wide.pixels.sorted())
    #expect(wide.pixels.first == 0 && wide.pixels.last == 200)
  }

  @Test func `fitting keeps proportions and leaves small frames alone`() {
    let frame = LumaFrame(width: 1280, height: 720, filledWith: 3)
    let fitted = frame.fitted(toSide: 640)
    #expect(fitted.width == 640 && fitted.height == 360)
    #expect(LumaFrame(width: 1, height: 5000, filledWith: 0).fitted(toSide: 640).width == 1)
    #expect(frame.fitted(toSide: 1280) == frame)
  }

  /// The reference implementation, in floating point.
  private func slowBlur(_ frame: LumaFrame, _ radius: Double) -> [Double] {
    let reach = Int(radius)
    let part = radius - Double(reach)
    let offsets = (-reach - 1...reach + 1).map { ($0, abs($0) > reach ? part : 1) }
    let total = (2 * radius + 1) * (2 * radius + 1)
    return (0..<frame.height).flatMap { y in
      (0..<frame.width).map { x in
        var sum = 0.0
        for (dy, wy) in offsets {
          for (dx, wx) in offsets {
            let column = min(frame.width - 1, max(0, x + dx))
            let row = min(frame.height - 1, max(0, y + dy))
            sum += Double(frame[column, row]) * wx * wy
          }
        }
        return sum / total
      }
    }
  }
}
