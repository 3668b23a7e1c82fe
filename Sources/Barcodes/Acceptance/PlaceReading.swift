internal import Deadwax
internal import Imaging

/// A code as the lines of one place show it.
struct PlaceReading {
  let symbology: Symbology
  let bytes: [UInt8]
  /// The symbology under which the code is reported: that of GS1 if it begins with FNC1.
  let reportedSymbology: Symbology
  /// By how much the likeliest rival is behind on the best line, in nats.
  private(set) var margin: Float = 0
  private(set) var lines = 0
  /// True if the lines together do not contradict it.
  private(set) var isConfirmed = false
  /// True if a line showed another whole code in its place.
  private(set) var isRefuted = false
  /// The positions on the lines of the current pass that it was read from, by their offset along the bars.
  private(set) var fits: [(v: Float, fit: CodeFit)] = []
  /// The blur with which it was proven.
  private(set) var ramp: Float = 0.5
  private let place: BarPlace
  /// The beginning and the end of the code on each line, by the line's offset along the bars.
  private var begin = Trend()
  private var end = Trend()
  private var v = (low: Float.infinity, high: -Float.infinity)
  private var spacing: Float = 0

  init(_ fit: CodeFit, in place: BarPlace) {
    symbology = fit.symbology
    bytes = fit.bytes
    reportedSymbology = symbology == .code128 && Code128.isGS1(fit.pattern) ? .gs1Code128 : symbology
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

  /// Stores the position on a line of the current pass.
  mutating func note(_ fit: CodeFit, v: Float) { fits.append((v, fit)) }

  /// Removes the positions: the next pass cuts other lines.
  mutating func endPass() { fits.removeAll(keepingCapacity: true) }

  /// Notes that its lines together do not speak against it.
  mutating func confirm() { isConfirmed = true }

  /// Notes that a line showed another code in its place: no other way to cut the lines undoes that.
  mutating func refute() { isRefuted = true }

  /// Takes the better of what two lines prove.
  mutating func strengthen(_ proof: LineProof) {
    guard proof.margin > margin else { return }
    (margin, ramp) = (proof.margin, proof.ramp)
  }

  /// From its begin to its end in the middle of the place, the smaller first.
  var span: ClosedRange<Float> {
    let (from, to) = (begin.mean, end.mean)
    return min(from, to)...max(from, to)
  }

  /// The part of the place that the code takes up, 0 to 1 and a little.
  var cover: Float {
    (span.upperBound - span.lowerBound) * (v.high - v.low) / max(1, place.length * place.height * 0.9)
  }

  /// Returns true if bars of the same direction lie before or behind it on its line: the code may be a part of them.
  func isContinued(in others: [BarPlace]) -> Bool {
    let length = span.upperBound - span.lowerBound
    return others.contains { other in
      let (u, v) = place.inside(x: other.x, y: other.y)
      let turn = abs(place.alongX * other.alongX + place.alongY * other.alongY)
      let gap = max(span.lowerBound - u, u - span.upperBound) - other.length / 2
      return turn > 0.95 && abs(v) < place.height && !span.contains(u) && gap < 2 * length
    }
  }

  /// Returns true if a place is the one of this code and contains little else: the same code, found again in other
  /// cells.
  func covers(_ other: BarPlace) -> Bool {
    let (u, v) = place.inside(x: other.x, y: other.y)
    let length = span.upperBound - span.lowerBound
    return span.contains(u) && v > self.v.low && v < self.v.high && other.length < 1.7 * length
  }

  /// Returns true if a point of the frame is inside the code.
  func holds(x: Float, y: Float) -> Bool {
    let point = place.inside(x: x, y: y)
    return span.contains(point.u) && point.v > v.low && point.v < v.high
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
