/// The places of a picture at which the soft reader looks, in turn.
struct SoftSearch {
  /// The places at which it has not looked.
  private(set) var waiting: [GrownPlace]
  /// The places at which it has looked.
  private(set) var tried: [GrownPlace] = []
  /// True if the places of low codes are not among them yet.
  private(set) var areLowPlacesDue = true

  init(_ places: [GrownPlace]) { waiting = places }

  /// Adds the places of low codes.
  mutating func add(low places: [GrownPlace]) {
    waiting += places
    areLowPlacesDue = false
  }

  /// Takes the next place; nil if none is left.
  mutating func next() -> GrownPlace? {
    guard !waiting.isEmpty else { return nil }
    let place = waiting.removeFirst()
    tried.append(place)
    return place
  }
}
