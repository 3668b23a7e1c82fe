package import Deadwax
package import OfflineStation

/// The facts beyond the reading about a scan that an offline station handled by itself, as the recording stores them.
package struct OfflineFacts: Hashable, Codable, Sendable {
  package var act: OfflineEntry.Act
  package var mode: Mode
  package var displayed: Outcome.Code
  package var card: String?
  package var cardSymbology: Symbology?
  /// The effective time of the entry: the station's time, clamped so that it is neither later than the merge nor
  /// earlier than the effective time of the previous entry.
  package var at: Timestamp
  /// True where the station's clock cannot have been right.
  package var isClockWrong: Bool?

  init(_ entry: OfflineEntry, at: Timestamp, isClockWrong: Bool) {
    act = entry.act
    mode = entry.mode
    displayed = entry.displayed
    card = entry.card
    cardSymbology = entry.cardSymbology
    self.at = at
    self.isClockWrong = isClockWrong ? true : nil
  }

  /// The largest difference that is accepted between the clocks of two machines in one library: 600 seconds.
  private static let tolerance = Duration.seconds(600)
  /// The greatest age of an entry, 366 days. An older time comes from a clock that was never set.
  private static let oldest = Duration.seconds(366 * 86_400)

  /// Computes the effective time of an entry.
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

  /// Returns true if a scan whose answer was lost, and which the hub has already stored, did what the station
  /// displayed.
  func isDone(by code: Outcome.Code) -> Bool {
    switch act {
    case .checkOut: [.checkedOut, .alreadyYours, .renewed].contains(code)
    case .checkIn:
      [
        .returned, .returnedOverdue, .returnedForOther, .notOnLoan, .inHouse, .partsMissing, .duplicate, .dropDate,
      ].contains(code)
    case .renew: [.renewed, .duplicate].contains(code)
    case .card, .refused, .other: true
    }
  }
}
