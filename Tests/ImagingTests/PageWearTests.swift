import Imaging
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageWearTests {
  @Test(arguments: 0...3) func `ink spreads to the right and downwards, by so many pixels`(pixels: Int) {
    var frame = LumaFrame(width: 12, height: 10, filledWith: 255)
    frame.fill(PixelRectangle(x: 3, y: 2, width: 2, height: 1), with: 0)
    var wanted = LumaFrame(width: 12, height: 10, filledWith: 255)
    wanted.fill(PixelRectangle(x: 3, y: 2, width: 2 + pixels, height: 1 + pixels), with: 0)
    #expect(frame.inkSpread(by: pixels) == wanted)
  }

  @Test func `ink that spreads at the edge stays in the frame`() {
    var frame = LumaFrame(width: 4, height: 3, filledWith: 200)
    frame[3, 2] = 10
    #expect(frame.inkSpread(by: 2) == frame)
    let single = LumaFrame(width: 1, height: 1, filledWith: 7)
    #expect(single.inkSpread(by: 5) == single)
  }

  @Test(arguments: PrintWear.allCases, [1, 2, 3, 7, 19])
  func `a camera sees three pixels a module, whatever the printer has`(wear: PrintWear, module: Int) {
    // Ten modules, dark and light in turn.
    var frame = LumaFrame(width: 10 * module, height: 8 * module, filledWith: 255)
    for bar in stride(from: 0, to: 10, by: 2) {
      frame.fill(PixelRectangle(x: bar * module, y: 0, width: module, height: 8 * module), with: 0)
    }
    let seen = frame.worn(by: wear, moduleSize: module)
    #expect(seen.width == 30 && seen.height == 24)
    #expect(frame.worn(by: wear, moduleSize: module) == seen, "a repetition gives the same picture")
    // Unless the ink has closed every gap, dark modules stay darker than light ones.
    if wear != .spread || module > 1 { #expect(seen[1, 12] < seen[4, 12]) }
    if wear == .clean, module >= 3 { #expect(seen[1, 12] == 0 && seen[4, 12] == 255) }
  }
}
