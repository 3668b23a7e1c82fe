/// The counts of a session for the last line of the log.
struct SessionCounts {
  var frames = 0
  var skipped = 0
  /// The number of frames from a camera that could not be used.
  var damaged = 0
  private(set) var codes = 0
  /// The times from frame to output line in milliseconds, for the last thousand codes.
  private var times: [Double] = []

  private static let limit = 1000

  /// Counts a code that appeared.
  ///
  /// - Parameter time: the time from the frame's capture until the line was written.
  mutating func add(_ time: Duration) {
    let milliseconds = time / .milliseconds(1)
    if times.count < Self.limit { times.append(milliseconds) } else { times[codes % Self.limit] = milliseconds }
    codes += 1
  }

  var sentence: String {
    var sentence = "\(frames) pictures processed, \(skipped) skipped, \(codes) codes read"
    if damaged > 0 { sentence += ", \(damaged) damaged frames skipped" }
    if !times.isEmpty {
      let sorted = times.sorted()
      func at(_ part: Double) -> Double { (sorted[Int(Double(sorted.count - 1) * part)] * 10).rounded() / 10 }
      sentence += "; picture to line p50 \(at(0.5)) ms, p99 \(at(0.99)) ms"
    }
    return sentence
  }
}
