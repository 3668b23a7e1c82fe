package import Deadwax

/// A scan of an offline station, as the station's journal stores it and the hub merges it.
package struct OfflineEntry: Hashable, Codable, Sendable {
  /// The action that the station displayed for the scan.
  package enum Act: String, CaseIterable, Codable, Sendable {
    /// A card that began or ended a session, or a command to the station itself, such as a mode or an end. The hub has
    /// nothing to carry out.
    case card
    case checkOut = "check-out"
    case checkIn = "return"
    case renew
    /// The scan was refused. It is stored only for the history.
    case refused
    /// An action that the station could not perform offline. Staff look at it.
    case other
  }

  /// The position in the journal, from 1 on, without a gap.
  package var sequence: Int64
  /// The id of the reading. A scan that the hub already has, because only its response was lost, is not carried out
  /// twice.
  package var id: Reading.ID
  /// The time by the station's own clock.
  package var at: Timestamp
  /// The mode in which the code was scanned.
  package var mode: Mode
  package var act: Act
  package var code: String
  package var symbology: Symbology
  /// The code that is written on a tag; nil for other codes.
  package var written: String?
  /// The card of the session that the scan belongs to, as scanned; nil outside a session.
  package var card: String?
  /// The symbology of the scanned card.
  package var cardSymbology: Symbology?
  /// The reader that sent the scan.
  package var reader: String?
  /// The code of the displayed outcome.
  package var displayed: Outcome.Code

  package init(
    sequence: Int64, id: Reading.ID, at: Timestamp, mode: Mode, act: Act, code: String, symbology: Symbology,
    written: String? = nil, card: String? = nil, cardSymbology: Symbology? = nil, reader: String? = nil,
    displayed: Outcome.Code
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
    self.displayed = displayed
  }
}
