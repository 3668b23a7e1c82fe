import Camera
import Imaging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct StillnessTests {
  private static let start = ContinuousClock.now
  private static let frameTime = Duration.milliseconds(33)

  /// Returns a picture of a table with a camera's noise.
  private static func scene(
    _ random: inout SeededRandom, noise: Int = 3, light: Int = 0, box: PixelRectangle? = nil
  ) -> LumaFrame {
    var frame = LumaFrame(width: 320, height: 192, filledWith: UInt8(120 + light))
    if let box { frame.fill(box, with: UInt8(200 + light)) }
    if noise > 0 {
      for index in frame.pixels.indices {
        frame.pixels[index] &+= UInt8(truncatingIfNeeded: Int.random(in: -noise...noise, using: &random))
      }
    }
    return frame
  }

  /// Processes frames, and returns the numbers of those that were to be read.
  private func read(
    _ stillness: inout Stillness, _ count: Int, from first: Int, _ frame: (Int) -> LumaFrame
  ) -> [Int] {
    (first..<first + count).filter { stillness.wants(frame($0), at: Self.start + Self.frameTime * $0) }
  }

  @Test func `a picture that stays is read at full rate for two seconds, then twice a second`() {
    var random = SeededRandom(seed: 22)
    let frames = (0..<4).map { _ in Self.scene(&random) }
    var stillness = Stillness()
    let wanted = read(&stillness, 300, from: 0) { frames[$0 % 4] }
    #expect(wanted.filter { $0 < 60 }.count == 60)
    let later = wanted.filter { $0 >= 61 }
    #expect((14...17).contains(later.count), "\(later.count) of the last 8 seconds")
    #expect(stillness.isResting)
  }

  @Test func `a moving object is read at once, and so is the next one`() {
    var random = SeededRandom(seed: 23)
    let empty = Self.scene(&random)
    let held = Self.scene(&random, box: PixelRectangle(x: 100, y: 80, width: 60, height: 40))
    var stillness = Stillness()
    _ = read(&stillness, 100, from: 0) { _ in empty }
    #expect(stillness.isResting)
    #expect(read(&stillness, 60, from: 100) { _ in held } == Array(100..<160))
    _ = read(&stillness, 100, from: 160) { _ in held }
    #expect(stillness.isResting, "one code that lies there is no movement")
    #expect(read(&stillness, 30, from: 260) { _ in empty } == Array(260..<290), "its leaving is")
  }

  @Test func `a creeping object is noticed before it has moved a cell's width`() {
    var random = SeededRandom(seed: 24)
    let empty = Self.scene(&random)
    var stillness = Stillness()
    func frame(_ shift: Int) -> LumaFrame {
      var frame = empty
      frame.fill(PixelRectangle(x: 40 + shift, y: 60, width: 64, height: 48), with: 220)
      return frame
    }
    _ = read(&stillness, 100, from: 0) { _ in frame(0) }
    #expect(stillness.isResting)
    // A pixel every ten frames.
    var noticed: Int?
    for step in 0..<160 where noticed == nil {
      _ = stillness.wants(frame(step / 10), at: Self.start + Self.frameTime * (100 + step))
      if !stillness.isResting { noticed = step / 10 }
    }
    #expect(noticed.map { $0 <= 4 } ?? false, "after \(String(describing: noticed)) pixels")
  }

  @Test func `a change of light alone is not a movement`() {
    var random = SeededRandom(seed: 25)
    let frames = (0...20).map { Self.scene(&random, light: $0) }
    var stillness = Stillness()
    _ = read(&stillness, 100, from: 0) { _ in frames[0] }
    _ = read(&stillness, 100, from: 100) { frames[min(20, ($0 - 100) / 5)] }
    #expect(stillness.isResting)
  }

  @Test func `a noisy camera comes to rest as well`() {
    var random = SeededRandom(seed: 26)
    let frames = (0..<8).map { _ in Self.scene(&random, noise: 24) }
    var stillness = Stillness()
    _ = read(&stillness, 200, from: 0) { frames[$0 % 8] }
    #expect(stillness.isResting)
  }

  @Test func `another size, and a frame smaller than a cell, are looked at`() {
    var stillness = Stillness()
    for (number, side) in [64, 64, 8, 8, 1, 640, 17].enumerated() {
      let frame = LumaFrame(width: side, height: side, filledWith: 10)
      let isWanted = stillness.wants(frame, at: Self.start + Self.frameTime * number)
      #expect(isWanted, "a side of \(side)")
    }
  }

  @Test func `a source that reopens is examined`() {
    var random = SeededRandom(seed: 27)
    let empty = Self.scene(&random)
    var stillness = Stillness()
    _ = read(&stillness, 100, from: 0) { _ in empty }
    stillness.wake()
    #expect(read(&stillness, 10, from: 100) { _ in empty } == Array(100..<110))
  }
}
