internal import Deadwax

/// The rules for the clock of an offline station, which may be wrong.
enum OfflineClock {
  /// The largest difference that is accepted between the clocks of two machines in one library: 600 seconds.
  private static let tolerance = Duration.seconds(600)
  /// The greatest age of an entry, 366 days. An older time comes from a clock that was never set.
  private static let oldest = Duration.seconds(366 * 86_400)

  /// Computes the effective time of an entry: the station's time, clamped so that it is neither later than the merge
  /// nor earlier than the effective time of the previous entry.
  ///
  /// - Parameters:
  ///   - reported: the time by the station's clock.
  ///   - last: the effective time of the previous entry; nil for the first entry.
  ///   - now: the time of the merge.
  /// - Returns: the effective time, and true if the station's clock cannot have been right.
  static func time(_ reported: Timestamp, after last: Timestamp?, now: Timestamp) -> (at: Timestamp, isWrong: Bool) {
    let isWrong = reported > now + tolerance || now - reported > oldest
    let time = isWrong ? last ?? now : max(reported, last ?? reported)
    return (min(time, now), isWrong)
  }
}
