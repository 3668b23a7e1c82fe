import Imaging
import TestSupport
import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct CellMapTests {
  @Test(arguments: Array(stride(from: -80.0, through: 90, by: 17)))
  func `stripes are coherent, and their angle is that of their normal`(degrees: Double) {
    var map = CellMap()
    map.measure(Self.stripes.turned(by: degrees, filledWith: 128))
    let middle = map.tensor(column: map.columns / 2 - 4, row: map.rows / 2 - 4, width: 8, height: 8)
    #expect(middle.coherence > 0.9)
    var error = Double(middle.angle) * 180 / .pi - degrees
    while error > 90 { error -= 180 }
    while error < -90 { error += 180 }
    #expect(abs(error) < 2, "\(middle.angle)")
  }

  @Test func `noise has energy and no direction, and flat paper has neither`() {
    var random = SeededRandom(seed: 5)
    var map = CellMap()
    map.measure(LumaFrame(width: 160, height: 120, pixels: random.bytes(160 * 120)))
    let all = map.tensor(column: 0, row: 0, width: map.columns, height: map.rows)
    #expect(all.energy > 1_000_000)
    #expect(all.coherence < 0.1)
    map.measure(LumaFrame(width: 160, height: 120, filledWith: 77))
    #expect(map.tensor(column: 0, row: 0, width: 99, height: 99).energy == 0)
  }

  @Test func `every size has its cells, and none counts what the frame before left`() {
    var map = CellMap()
    var random = SeededRandom(seed: 6)
    for (width, height) in [(640, 480), (1, 1), (7, 9), (16, 8), (17, 8), (17, 9), (33, 17), (400, 1), (1, 400)] {
      let frame = LumaFrame(width: width, height: height, pixels: random.bytes(width * height))
      map.measure(frame)
      #expect(map.columns == (width + 7) / 8 && map.rows == (height + 7) / 8)
      for row in 0..<map.rows {
        for column in 0..<map.columns {
          #expect(abs(map[column, row].energy - Self.energy(frame, column, row)) < 1, "\(frame) \(column) \(row)")
        }
      }
    }
  }

  @Test func `four small cells together are one cell, and an edge has the side on which it is`() {
    var random = SeededRandom(seed: 8)
    var (map, fine) = (CellMap(), CellMap())
    for (width, height) in [(640, 480), (1, 1), (7, 9), (17, 8), (17, 9), (33, 17), (400, 1), (61, 43)] {
      let frame = LumaFrame(width: width, height: height, pixels: random.bytes(width * height))
      map.measure(frame)
      fine.measureFinely(frame)
      #expect(fine.side == 4 && fine.columns == (width + 3) / 4 && fine.rows == (height + 3) / 4)
      for row in 0..<map.rows {
        for column in 0..<map.columns {
          let sum = fine.tensor(column: 2 * column, row: 2 * row, width: 2, height: 2)
          let whole = map[column, row]
          #expect(
            sum.energy == whole.energy && sum.upright == whole.upright && sum.slanted == whole.slanted,
            "\(frame) \(column) \(row)")
        }
      }
    }
    var frame = LumaFrame(width: 64, height: 64, filledWith: 200)
    frame.fill(PixelRectangle(x: 22, y: 0, width: 42, height: 64), with: 40)
    fine.measureFinely(frame)
    #expect(fine[5, 3].energy > 0 && fine[4, 3].energy == 0 && fine[6, 3].energy == 0)
    fine.measure(frame)
    #expect(fine.side == 8 && fine.columns == 8)
  }

  /// Computes the energy of a cell pixel by pixel.
  private static func energy(_ frame: LumaFrame, _ column: Int, _ row: Int) -> Float {
    var sum = 0
    for y in row * 8..<max(row * 8, min(row * 8 + 8, frame.height - 1)) {
      for x in column * 8..<max(column * 8, min(column * 8 + 8, frame.width - 1)) {
        let a = min(63, max(-63, (Int(frame[x + 1, y + 1]) - Int(frame[x, y]) + 2) >> 2))
        let b = min(63, max(-63, (Int(frame[x + 1, y]) - Int(frame[x, y + 1]) + 2) >> 2))
        sum += a * a + b * b
      }
    }
    return Float(8 * sum)
  }

  private static let stripes: LumaFrame = {
    var frame = LumaFrame(width: 300, height: 300, filledWith: 255)
    for x in stride(from: 0, to: 300, by: 6) {
      frame.fill(PixelRectangle(x: x, y: 0, width: 3, height: 300), with: 0)
    }
    return frame.boxBlurred(radius: 0.7)
  }()
}
