internal import Imaging

/// What lies before the camera: nothing, a picture, or several in turn.
struct Scene {
  struct Picture: Sendable {
    /// Two pictures are never given the same number.
    let number: Int
    let frame: LumaFrame
  }

  private var pictures: [Picture] = []
  /// How long each of several is shown.
  private var turn = Duration.zero
  private var began = ContinuousClock.now
  private var lastNumber = 0
  /// What lay there before.
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

  /// nil for an empty desk.
  func current(at now: ContinuousClock.Instant) -> Picture? {
    guard pictures.count > 1, turn > .zero else { return pictures.first }
    return pictures[Int((now - began) / turn) % pictures.count]
  }
}
