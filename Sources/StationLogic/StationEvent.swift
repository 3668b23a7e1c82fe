package import Deadwax

/// An event at a station.
package enum StationEvent: Hashable, Codable, Sendable {
  /// A reading was received; the facts contain its record.
  case reading
  /// Time has passed.
  case timer
  /// A person selected a mode on the screen.
  case choose(Mode)
  /// A person ended the open interactions on the screen.
  case end
  /// A person answered the station's prompt on the screen; the facts contain its subject. The reason is that of a
  /// member of staff, if one is required.
  case answer(Bool, reason: String?)
  /// A person picked one of the numbered choices on the screen, from 1.
  case pick(Int)
  /// A PIN was entered, and was correct or wrong.
  case pin(isRight: Bool)
  /// A person undid the station's last change on the screen.
  case undo
  case renewAll
  /// A person left the slot that waits for a copy empty, on the screen.
  case nextSlot
  /// Staff set the settings of a batch of additions. It begins if none is open, and the station changes to mode add.
  case setBatch(AdditionBatch.Settings)
  /// Staff ended the batch of additions; the mode stays.
  case endBatch
  /// A look-up has found several records of the external catalogue that carry the barcode of a release.
  case lookedUp(Release.ID)
  /// A device or the database failed and prevents scans; nil after the recovery.
  case fault(String?)
}
