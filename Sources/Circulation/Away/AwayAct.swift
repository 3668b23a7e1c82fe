package import Away
package import Deadwax

/// What a station did by itself while its hub was away, beside the reading: as the recording keeps it.
package struct AwayAct: Hashable, Codable, Sendable {
  package var act: AwayEntry.Act
  package var mode: Mode
  package var told: Outcome.Code
  package var card: String?
  package var cardSymbology: Symbology?
  /// When it counts: the station's time, but never later than it was taken in, nor before what came before it.
  package var at: Timestamp
  /// True where the station's clock cannot have been right.
  package var isClockWrong: Bool?

  init(_ entry: AwayEntry, at: Timestamp, isClockWrong: Bool) {
    act = entry.act
    mode = entry.mode
    told = entry.told
    card = entry.card
    cardSymbology = entry.cardSymbology
    self.at = at
    self.isClockWrong = isClockWrong ? true : nil
  }

  /// Clocks of machines in one house differ by so much at most.
  private static let tolerance = Duration.seconds(600)
  /// What is older than this was told by a clock that was never set.
  private static let oldest = Duration.seconds(366 * 86_400)

  /// When an entry counts.
  ///
  /// - Parameters:
  ///   - told: by the station's clock.
  ///   - last: when the entry before it counts; nil for the first.
  ///   - now: when it is taken in.
  /// - Returns: the time, and whether the station's clock cannot have been right.
  static func time(_ told: Timestamp, after last: Timestamp?, now: Timestamp) -> (at: Timestamp, isWrong: Bool) {
    let isWrong = told > now + tolerance || now - told > oldest
    let meant = isWrong ? last ?? now : max(told, last ?? told)
    return (min(meant, now), isWrong)
  }

  /// Whether a scan that the hub has already, because only its answer was lost, did what the person was told.
  func isDone(by code: Outcome.Code) -> Bool {
    switch act {
    case .checkOut: [.checkedOut, .alreadyYours, .renewed].contains(code)
    case .giveBack:
      [
        .returned, .returnedOverdue, .returnedForOther, .notOnLoan, .inHouse, .partsMissing, .duplicate, .dropDate,
      ].contains(code)
    case .renew: [.renewed, .duplicate].contains(code)
    case .card, .refused, .other: true
    }
  }
}
