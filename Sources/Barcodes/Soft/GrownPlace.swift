/// A place of bars that grew from its strongest cells, with the line along the middle of its bars.
struct GrownPlace {
  /// The turned rectangle around the cells. Its energy is the rank among places.
  var place: BarPlace
  /// The middle of the bars' height as a polynomial of the offset across the bars, in pixels.
  var middle: (offset: Float, slope: Float, bend: Float)
  /// The height of the bars about that line, in pixels.
  var height: Float

  /// Returns the offset along the bars of the middle line.
  func middle(at u: Float) -> Float {
    let end = place.length * 0.6
    let bounded = min(end, max(-end, u))
    return middle.offset + middle.slope * u + middle.bend * bounded * bounded
  }

  /// True if rows along the middle line are others than straight ones.
  var isBowed: Bool {
    let rise = abs(middle.slope) * place.length + abs(middle.bend) * place.length * place.length / 4
    return rise >= 0.2 * height || height <= 0.85 * place.height
  }

  /// Returns true if another place, of lower rank, shows the same bars.
  func isAboutTheSame(as other: GrownPlace) -> Bool {
    let (u, v) = place.inside(x: other.place.x, y: other.place.y)
    let turn = abs(place.alongX * other.place.alongX + place.alongY * other.place.alongY)
    let ratio = other.place.length / place.length
    // The cosine of 10°.
    return turn > 0.985 && abs(u) < 0.15 * place.length && abs(v) < 0.25 * max(place.height, other.place.height)
      && ratio > 0.75 && ratio < 1.33
  }
}
