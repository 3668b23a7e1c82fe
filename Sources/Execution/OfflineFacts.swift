package import Deadwax
package import OfflineStation

/// The facts beyond the reading about a scan that an offline station handled by itself, as the recording stores them.
package struct OfflineFacts: Hashable, Codable, Sendable {
  package var act: OfflineEntry.Act
  package var mode: Mode
  package var displayed: Outcome.Code
  package var card: String?
  package var cardSymbology: Symbology?
  /// The effective time of the entry, from `OfflineClock`.
  package var at: Timestamp
  /// True where the station's clock cannot have been right.
  package var isClockWrong: Bool?
  /// The answer of the stock-take of that time, which is not replayed; nil if there was none, or in another mode.
  package var counting: StockTakeAnswer?

  /// Takes the facts from an entry of a journal, with its effective time.
  package init(_ entry: OfflineEntry, at: Timestamp, isClockWrong: Bool) {
    act = entry.act
    mode = entry.mode
    displayed = entry.displayed
    card = entry.card
    cardSymbology = entry.cardSymbology
    self.at = at
    self.isClockWrong = isClockWrong ? true : nil
  }

  /// Returns true if a scan whose answer was lost, and which the hub has already stored, did what the station
  /// displayed.
  package func isDone(by code: Outcome.Code) -> Bool {
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
