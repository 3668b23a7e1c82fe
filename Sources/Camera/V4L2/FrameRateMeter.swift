/// A measurement of the actual frame rate, which may differ from the promised one, above all in the dark.
struct FrameRateMeter {
  private let promised: Double?
  private var since: (time: ContinuousClock.Instant, sequence: UInt32)?
  private var isSlow = false

  private static let span = Duration.seconds(5)

  init(promised: Double? = nil) { self.promised = promised }

  /// Records a frame.
  ///
  /// - Parameters:
  ///   - sequence: the driver's number of it; frames this program skipped are included and are no fault of the camera.
  ///   - now: the current time.
  /// - Returns: a sentence if the camera has become much slower than it promised.
  mutating func beat(_ sequence: UInt32, at now: ContinuousClock.Instant) -> String? {
    guard let since, sequence >= since.sequence else {
      since = (now, sequence)
      return nil
    }
    guard now - since.time >= Self.span else { return nil }
    let rate = Double(sequence - since.sequence) / ((now - since.time) / .seconds(1))
    self.since = (now, sequence)
    // A driver that does not number its frames gives no information about their rate.
    guard rate > 0 else { return nil }
    let wasSlow = isSlow
    isSlow = promised.map { rate < $0 * 0.6 } ?? false
    guard isSlow, !wasSlow, let promised else { return nil }
    return "the camera provides \(FormatChoice.rounded(rate)) frames per second instead of "
      + "\(FormatChoice.rounded(promised)); more light or a shorter exposure makes it faster"
  }
}
