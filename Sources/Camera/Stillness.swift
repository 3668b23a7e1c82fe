package import Imaging

/// A motion detector. While the picture does not change, frames are read less often.
///
/// Each frame is compared, in coarse cells, with the frame of the last movement, so slow movement is noticed as well as
/// sudden movement. A change of light that affects the whole picture equally does not count. The comparison reads every
/// fourth line and costs about one hundredth of reading barcodes.
package struct Stillness {
  private let quiet: Duration
  private let restingPause: Duration

  private var grid = CellGrid()
  private var reference: [UInt8] = []
  private var size: (width: Int, height: Int) = (0, 0)
  /// The difference between cells caused by the camera's noise alone, in grey levels. It is learnt while nothing moves.
  private var noise = 2.0
  private var lastMovement: ContinuousClock.Instant?
  private var lastReading: ContinuousClock.Instant?

  /// True if nothing has moved for the quiet time.
  package private(set) var isResting = false

  private static let leastChange = 7.0

  /// Creates a detector that has seen no frame.
  ///
  /// - Parameters:
  ///   - quiet: the time without movement after which frames are skipped.
  ///   - pause: the time between two frames that are read nevertheless.
  package init(quiet: Duration = .seconds(2), pause: Duration = .milliseconds(500)) {
    self.quiet = quiet
    restingPause = pause
  }

  /// Examines a frame.
  ///
  /// - Parameters:
  ///   - frame: every frame that arrives, read or not.
  ///   - now: the time at which it was captured.
  /// - Returns: true if the frame should be read.
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

  /// Makes the next frame count as movement.
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

  /// The side of a cell in pixels.
  private static let side = 16
  /// The lines of a cell that are sampled.
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
