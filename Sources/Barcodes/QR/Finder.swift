/// One of the three finder patterns in a QR code's corners, or what looks like one.
struct Finder {
  /// Its middle.
  var centre: PlanePoint
  /// Pixels to a module, the mean of what was seen across and down.
  var module: Double
  /// Whether its middle is light: the whole code is then printed light on dark.
  let isInverted: Bool
  /// How many lines through it told of it.
  var count = 1

  /// Takes in another sight of it, if it is one.
  mutating func merge(_ other: Finder) -> Bool {
    guard isInverted == other.isInverted, (centre - other.centre).length < 2 * max(module, other.module),
      max(module, other.module) < 1.6 * min(module, other.module)
    else { return false }
    let share = 1 / Double(count + 1)
    centre = centre + (other.centre - centre) * share
    module += (other.module - module) * share
    count += 1
    return true
  }
}
