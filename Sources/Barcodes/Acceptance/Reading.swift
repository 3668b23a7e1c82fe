internal import Deadwax
internal import Imaging

/// A code as the lines of one place show it.
struct Reading {
  let symbology: Symbology
  let bytes: [UInt8]
  /// By how much the likeliest rival is behind on the best line, in nats.
  private(set) var margin: Float
  private(set) var lines = 0
  private let place: Place
  /// Where the code begins and ends on each line, by the line's place along the bars.
  private var begin = Trend()
  private var end = Trend()
  private var v = (low: Float.infinity, high: -Float.infinity)
  private var spacing: Float = 0

  init(_ fit: CodeFit, margin: Float, in place: Place) {
    symbology = fit.symbology
    bytes = fit.bytes
    self.margin = margin
    self.place = place
  }

  /// Counts a line.
  ///
  /// - Parameters:
  ///   - begin: of the code, across the bars, from the middle of the place, in pixels.
  ///   - end: of the code.
  ///   - v: of the line, along the bars.
  ///   - spacing: from this line to the next.
  mutating func add(begin: Float, end: Float, v: Float, spacing: Float) {
    lines += 1
    self.spacing = spacing
    self.begin.add(v, begin)
    self.end.add(v, end)
    self.v = (min(self.v.low, v - spacing / 2), max(self.v.high, v + spacing / 2))
  }

  mutating func strengthen(_ margin: Float) { self.margin = max(self.margin, margin) }

  /// From its begin to its end in the middle of the place, the smaller first.
  var span: ClosedRange<Float> {
    let (from, to) = (begin.mean, end.mean)
    return min(from, to)...max(from, to)
  }

  /// The part of the place that the code takes up, 0 to 1 and a little.
  var cover: Float {
    (span.upperBound - span.lowerBound) * (v.high - v.low) / max(1, place.length * place.height * 0.9)
  }

  /// Whether a place is where this code was read, and holds little more than it: found once more, in other cells.
  func covers(_ other: Place) -> Bool {
    let (u, v) = place.inside(x: other.x, y: other.y)
    let length = span.upperBound - span.lowerBound
    return span.contains(u) && v > self.v.low && v < self.v.high && other.length < 1.7 * length
  }

  /// Its corners in the frame, from the begin of its first line on round it.
  func corners(in frame: LumaFrame) -> [PixelPoint] {
    // Somewhere between the last line that showed it and the next one the bars end: half-way to the middle of that.
    let (low, high) = (v.low + spacing / 4, v.high - spacing / 4)
    return [(begin, low), (end, low), (end, high), (begin, high)].map { trend, v in
      let point = place.point(u: trend.value(at: v), v: v)
      return PixelPoint(
        x: min(frame.width, max(0, Int(point.x.rounded()))), y: min(frame.height, max(0, Int(point.y.rounded()))))
    }
  }
}

/// A straight line through points, by least squares.
private struct Trend {
  private var count: Float = 0
  private var (x, y, xx, xy): (Float, Float, Float, Float) = (0, 0, 0, 0)

  mutating func add(_ x: Float, _ y: Float) {
    count += 1
    self.x += x
    self.y += y
    xx += x * x
    xy += x * y
  }

  var mean: Float { y / max(1, count) }

  func value(at place: Float) -> Float {
    let spread = xx - x * x / max(1, count)
    // Points at one place have no slope; and no code is so far off that its ends would lean over at 45°.
    let slope = spread > 1 ? min(1, max(-1, (xy - x * y / count) / spread)) : 0
    return mean + slope * (place - x / max(1, count))
  }
}
