/// The places that were seen and not read, with the number of frames in which each was seen.
struct UnreadPlaces {
  private var places: [(x: Float, y: Float, frames: Int)] = []
  private var next: [(x: Float, y: Float, frames: Int)] = []

  /// Returns the number of frames in which a place was seen, including the current one.
  func frames(at place: BarPlace) -> Int {
    // An object in a hand moves by less than half its length between two frames.
    let reach = place.length / 2
    let known = places.first { abs($0.x - place.x) < reach && abs($0.y - place.y) < reach }
    return (known?.frames ?? 0) + 1
  }

  /// Records that a place was not read in this frame.
  mutating func missed(_ place: BarPlace) { next.append((place.x, place.y, frames(at: place))) }

  /// Ends a frame.
  mutating func turn() {
    swap(&places, &next)
    next.removeAll(keepingCapacity: true)
  }
}
