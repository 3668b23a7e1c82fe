/// A row of a patch in relation to the light around each sample: 1 for ink, −1 for paper.
///
/// The buffers are reused.
struct InkLine {
  /// The ink of each sample.
  private(set) var values: [Float] = []
  private var smooth: [Float] = []
  private var high: [Float] = []
  private var low: [Float] = []
  private var sums: [Float] = []
  private var spans: [Float] = []

  /// The samples on each side among which the darkest and the brightest are ink and paper: six modules.
  private static let reach = 23
  /// The samples on each side over which these are averaged, three times.
  private static let blur = 11
  /// The least difference between ink and paper, in grey levels.
  private static let contrastLeast: Float = 8

  /// Measures a row of brightness.
  mutating func measure(_ row: [Float]) {
    let count = row.count
    if values.count != count {
      values = Array(repeating: 0, count: count)
      (smooth, high, low, sums) = (values, values, values, values)
    }
    for index in 0..<count {
      smooth[index] = 0.6 * row[index] + 0.2 * (row[max(0, index - 1)] + row[min(count - 1, index + 1)])
    }
    Self.findGreatest(smooth, sign: 1, &spans, &high)
    Self.findGreatest(smooth, sign: -1, &spans, &low)
    for _ in 0..<3 {
      Self.average(&high, &sums)
      Self.average(&low, &sums)
    }
    for index in 0..<count {
      let span = max(Self.contrastLeast, high[index] - low[index])
      values[index] = min(1.3, max(-1.3, (high[index] + low[index] - 2 * row[index]) / span))
    }
  }

  /// Finds the greatest value around each, or the least one if the sign is −1.
  private static func findGreatest(_ line: [Float], sign: Float, _ spans: inout [Float], _ to: inout [Float]) {
    spans.removeAll(keepingCapacity: true)
    spans.append(contentsOf: repeatElement(-.infinity, count: reach))
    for value in line { spans.append(sign * value) }
    spans.append(contentsOf: repeatElement(-.infinity, count: reach))
    // After each round a value is the greatest of a span of twice the length, which begins with it.
    var span = 1
    while 2 * span <= 2 * reach + 1 {
      for index in 0..<spans.count - span {
        let other = spans[index + span]
        if other > spans[index] { spans[index] = other }
      }
      span *= 2
    }
    let rest = 2 * reach + 1 - span
    for index in line.indices { to[index] = sign * max(spans[index], spans[index + rest]) }
  }

  /// Replaces each value by the mean of those around it.
  private static func average(_ line: inout [Float], _ sums: inout [Float]) {
    let count = line.count
    var sum: Float = 0
    for near in -blur...blur { sum += line[min(count - 1, max(0, near))] }
    for index in 0..<count {
      sums[index] = sum / Float(2 * blur + 1)
      sum += line[min(count - 1, index + blur + 1)] - line[max(0, index - blur)]
    }
    swap(&line, &sums)
  }
}
