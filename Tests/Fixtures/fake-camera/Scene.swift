internal import Imaging

/// The scene before the camera: nothing, a picture, or several in rotation.
struct Scene {
  struct Picture: Sendable {
    /// A number that no other picture has.
    let number: Int
    let frame: LumaFrame
  }

  private var pictures: [Picture] = []
  /// The display time of each of several pictures.
  private var turn = Duration.zero
  private var began = ContinuousClock.now
  private var lastNumber = 0
  /// The previous picture.
  private(set) var previous: Picture?

  mutating func show(_ frames: [LumaFrame], each turn: Duration = .zero) {
    previous = current(at: .now)
    pictures = frames.map { frame in
      lastNumber += 1
      return Picture(number: lastNumber, frame: frame)
    }
    self.turn = turn
    began = .now
  }

  /// Returns the current picture; nil for an empty table.
  func current(at now: ContinuousClock.Instant) -> Picture? {
    guard pictures.count > 1, turn > .zero else { return pictures.first }
    return pictures[Int((now - began) / turn) % pictures.count]
  }
}
