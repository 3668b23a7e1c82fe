/// A finder pattern in one of three corners of a QR code, or a pattern that resembles one.
struct FinderPattern {
  /// The middle of the pattern.
  var centre: PlanePoint
  /// The number of pixels per module, as the mean of both directions.
  var module: Double
  /// True if its middle is light: the whole code is then printed light on dark.
  let isInverted: Bool
  /// The number of lines on which it was found.
  var count = 1

  /// The lines of pixels through the middle of the pattern, which is three modules high, are at most this many modules
  /// away from its centre.
  private static let reach = 1.6

  /// True if the line of pixels at this row can cross the middle.
  func isCrossed(at row: Double) -> Bool { abs(centre.y - row) < Self.reach * module }

  /// True if the middle ends above this row: neither its line of pixels nor a later one crosses it.
  func ends(above row: Double) -> Bool { row - centre.y >= Self.reach * module }

  /// Merges another detection of the same pattern. Returns false if it is a different one.
  mutating func merge(_ other: FinderPattern) -> Bool {
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
