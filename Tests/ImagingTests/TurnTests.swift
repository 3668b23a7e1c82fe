import Imaging
import Testing

@Suite(.timeLimit(.minutes(5))) struct TurnTests {
  @Test func `a quarter turn moves every pixel unchanged, clockwise`() {
    let frame = LumaFrame(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
    #expect(frame.turned(by: 90, filledWith: 0) == LumaFrame(width: 2, height: 3, pixels: [4, 1, 5, 2, 6, 3]))
    #expect(frame.turned(by: -90, filledWith: 0) == LumaFrame(width: 2, height: 3, pixels: [3, 6, 2, 5, 1, 4]))
    #expect(frame.turned(by: 180, filledWith: 0) == LumaFrame(width: 3, height: 2, pixels: [6, 5, 4, 3, 2, 1]))
    #expect(frame.turned(by: 270, filledWith: 0) == frame.turned(by: -90, filledWith: 0))
    #expect(frame.turned(by: 0, filledWith: 0) == frame)
    #expect(frame.turned(by: 720, filledWith: 0) == frame)
  }

  @Test(arguments: [1.0, 7, 33, 45, 80, 123, -12, 359.5])
  func `a turned frame keeps its light, on a canvas that holds all of it`(degrees: Double) {
    let frame = LumaFrame(width: 60, height: 40, filledWith: 200)
    let turned = frame.turned(by: degrees, filledWith: 0)
    let light = turned.pixels.reduce(0) { $0 + Int($1) }
    #expect(abs(Double(light) / Double(60 * 40 * 200) - 1) < 0.02)
    #expect(turned.width >= 40 && turned.width <= 74 && turned.height >= 40 && turned.height <= 74)
  }

  @Test func `turning there and back gives nearly the same picture`() throws {
    let frame = speckle(width: 40, height: 40, seed: 1).boxBlurred(radius: 3)
    let back = frame.turned(by: 20, filledWith: 128).turned(by: -20, filledWith: 128)
    let left = (back.width - 40) / 2
    let middle = try #require(back.cropped(to: PixelRectangle(x: left + 8, y: left + 8, width: 24, height: 24)))
    let original = try #require(frame.cropped(to: PixelRectangle(x: 8, y: 8, width: 24, height: 24)))
    let difference = zip(middle.pixels, original.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / 576 < 4)
  }

  @Test func `the value between two pixels is their mean`() {
    var canvas = LumaFrame(width: 4, height: 1, filledWith: 9)
    // Half a pixel to the right.
    canvas.draw(LumaFrame(width: 2, height: 1, pixels: [100, 200]), turnedBy: 0, centredAtX: 2.5, y: 0.5)
    #expect(canvas.pixels == [9, 100, 150, 200] || canvas.pixels == [9, 100, 150, 9])
  }

  @Test func `a picture beside the frame changes nothing`() {
    var canvas = LumaFrame(width: 10, height: 10, filledWith: 9)
    let before = canvas
    canvas.draw(LumaFrame(width: 5, height: 5, filledWith: 0), turnedBy: 30, centredAtX: -20, y: 5)
    canvas.draw(LumaFrame(width: 5, height: 5, filledWith: 0), turnedBy: 30, centredAtX: 5, y: 1e6)
    #expect(canvas == before)
  }
}
