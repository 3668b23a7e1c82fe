/// Prepares lines for a pass. The buffer is reused from line to line.
struct Sharpener {
  private var buffer: [Float] = []

  /// Passes a line to a closure, prepared for a pass.
  ///
  /// - Parameters:
  ///   - line: the brightness; inverted in place if the pass looks for light bars.
  ///   - count: the number of samples.
  ///   - step: the distance in pixels from one sample to the next.
  ///   - pass: the pass.
  ///   - body: receives the prepared line; it is valid only during the call.
  mutating func prepare(
    _ line: UnsafeMutablePointer<Float>, count: Int, step: Float, for pass: LinePass,
    _ body: (UnsafePointer<Float>) -> Void
  ) {
    if pass.isInverted { for index in 0..<count { line[index] = 255 - line[index] } }
    guard pass.sharpening > 0 else { return body(UnsafePointer(line)) }
    if buffer.count < count { buffer = Array(repeating: 0, count: count) }
    let reach = max(1, Int((pass.radius / step).rounded()))
    let last = count - 1
    var sum: Float = 0
    for index in -reach...reach { sum += line[min(last, max(0, index))] }
    let share = 1 / Float(2 * reach + 1)
    buffer.withUnsafeMutableBufferPointer { to in
      for index in 0..<count {
        to[index] = line[index] + pass.sharpening * (line[index] - sum * share)
        sum += line[min(last, index + reach + 1)] - line[max(0, index - reach)]
      }
      if let base = to.baseAddress { body(UnsafePointer(base)) }
    }
  }
}
