package import Deadwax

/// A scan at a station while its hub could not be asked, as the station's journal keeps it and the hub takes it in.
package struct AwayEntry: Hashable, Codable, Sendable {
  /// What the person at the station was told that it is for.
  package enum Act: String, CaseIterable, Codable, Sendable {
    /// A card with which somebody's session began or ended, or an order to the station itself, as a mode or an end.
    /// Nothing is to be done.
    case card
    case checkOut = "check-out"
    case giveBack = "return"
    case renew
    /// The person was told no; it is kept for the history alone.
    case refused
    /// What could not be done without the hub: staff look at it.
    case other
  }

  /// Its place in the journal, from 1 on, without a gap.
  package var sequence: Int64
  /// Of the reading: a scan that the hub has already, because only its answer was lost, is not done twice.
  package var id: Reading.ID
  /// By the station's own clock.
  package var at: Timestamp
  /// The mode in which it was scanned.
  package var mode: Mode
  package var act: Act
  package var code: String
  package var symbology: Symbology
  /// The code that was written on a tag, for a tag.
  package var written: String?
  /// The card of the session that it belongs to, as it was scanned; nil outside of one.
  package var card: String?
  /// In what form the card was scanned.
  package var cardSymbology: Symbology?
  /// The reader that saw it.
  package var reader: String?
  /// What the person was told.
  package var told: Outcome.Code

  package init(
    sequence: Int64, id: Reading.ID, at: Timestamp, mode: Mode, act: Act, code: String, symbology: Symbology,
    written: String? = nil, card: String? = nil, cardSymbology: Symbology? = nil, reader: String? = nil,
    told: Outcome.Code
  ) {
    self.sequence = sequence
    self.id = id
    self.at = at
    self.mode = mode
    self.act = act
    self.code = code
    self.symbology = symbology
    self.written = written
    self.card = card
    self.cardSymbology = cardSymbology
    self.reader = reader
    self.told = told
  }
}
