package import Imaging

/// Tells whether anything moves before the camera, so that a picture that stays the same is read less often.
///
/// A frame is compared, in coarse cells, with the one it was when something moved last: what creeps is noticed as well
/// as what jumps. A change of light that takes the whole picture alike is none. The comparison reads every fourth line
/// and costs some hundredth of what reading barcodes does.
package struct Stillness {
  private let quiet: Duration
  private let restingPause: Duration

  private var grid = CellGrid()
  private var reference: [UInt8] = []
  private var size: (width: Int, height: Int) = (0, 0)
  /// How much the cells differ by the camera's noise alone, in grey levels; learnt while nothing moves.
  private var noise = 2.0
  private var lastMovement: ContinuousClock.Instant?
  private var lastReading: ContinuousClock.Instant?

  /// Whether nothing has moved for the quiet time.
  package private(set) var isResting = false

  private static let leastChange = 7.0

  /// - Parameters:
  ///   - quiet: how long nothing must move before frames are left out.
  ///   - pause: the time between two frames that are read nevertheless.
  package init(quiet: Duration = .seconds(2), pause: Duration = .milliseconds(500)) {
    self.quiet = quiet
    restingPause = pause
  }

  /// Takes in a frame.
  ///
  /// - Parameters:
  ///   - frame: each one that came, whether it will be read or not.
  ///   - now: when it was taken.
  /// - Returns: whether it is to be read.
  package mutating func wants(_ frame: LumaFrame, at now: ContinuousClock.Instant) -> Bool {
    grid.measure(frame)
    if hasMoved(frame) {
      lastMovement = now
      swap(&reference, &grid.cells)
      size = (frame.width, frame.height)
    }
    isResting = lastMovement.map { now - $0 >= quiet } ?? false
    if isResting, let last = lastReading, now - last < restingPause { return false }
    lastReading = now
    return true
  }

  /// The next frame counts as movement.
  package mutating func wake() {
    reference = []
    isResting = false
  }

  private mutating func hasMoved(_ frame: LumaFrame) -> Bool {
    guard reference.count == grid.cells.count, size == (frame.width, frame.height), !reference.isEmpty else {
      return true
    }
    var sum = 0
    for index in reference.indices { sum += Int(grid.cells[index]) - Int(reference[index]) }
    let shift = Int((Double(sum) / Double(reference.count)).rounded())
    var most = 0
    var total = 0
    for index in reference.indices {
      let difference = abs(Int(grid.cells[index]) - Int(reference[index]) - shift)
      total += difference
      if difference > most { most = difference }
    }
    if Double(most) >= max(Self.leastChange, 4 * noise) { return true }
    noise += (max(0.5, 1.5 * Double(total) / Double(reference.count)) - noise) / 16
    return false
  }
}

/// The mean brightness of square cells of a frame.
private struct CellGrid {
  var cells: [UInt8] = []

  /// Pixels a side.
  private static let side = 16
  /// The lines of a cell that are looked at.
  private static let lines = [2, 6, 10, 14]

  mutating func measure(_ frame: LumaFrame) {
    let (across, down) = (max(1, frame.width / Self.side), max(1, frame.height / Self.side))
    if cells.count != across * down { cells = [UInt8](repeating: 0, count: across * down) }
    guard frame.width >= Self.side, frame.height >= Self.side else {
      cells[0] = UInt8(truncatingIfNeeded: frame.pixels.reduce(0) { $0 + Int($1) } / frame.pixels.count)
      return
    }
    let width = frame.width
    frame.pixels.withUnsafeBytes { pixels in
      cells.withUnsafeMutableBufferPointer { cells in
        for row in 0..<down {
          for column in 0..<across {
            var sum = SIMD16<UInt16>()
            for line in Self.lines {
              let place = (row * Self.side + line) * width + column * Self.side
              sum &+= SIMD16<UInt16>(
                truncatingIfNeeded: pixels.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self))
            }
            cells[row * across + column] = UInt8(truncatingIfNeeded: sum.wrappedSum() / 64)
          }
        }
      }
    }
  }
}
