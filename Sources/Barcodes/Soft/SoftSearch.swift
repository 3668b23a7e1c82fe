/// The places of a picture at which the soft reader looks, in turn.
struct SoftSearch {
  /// The places at which it has not looked.
  private(set) var waiting: [GrownPlace]
  /// The places at which it has looked.
  private(set) var tried: [GrownPlace] = []
  /// True if the places of low codes are not among them yet.
  private(set) var areLowPlacesDue = true

  init(_ places: [GrownPlace]) { waiting = places }

  private static let unrolledMost = 5
  /// True if the waiting places are to be unrolled.
  private(set) var isUnrolled = false

  /// Adds the places of low codes.
  mutating func add(low places: [GrownPlace]) {
    waiting += places
    areLowPlacesDue = false
  }

  /// Begins again with the likeliest places, which are now taken for parts of cylinders.
  mutating func unroll() {
    isUnrolled = true
    waiting = Array(tried.prefix(Self.unrolledMost))
  }

  /// Takes the next place; nil if none is left.
  mutating func next() -> GrownPlace? {
    guard !waiting.isEmpty else { return nil }
    let place = waiting.removeFirst()
    if !isUnrolled { tried.append(place) }
    return place
  }
}
