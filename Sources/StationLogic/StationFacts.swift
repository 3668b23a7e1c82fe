package import Deadwax

/// The facts from the records about one event, read in the same transaction in which the station decides.
///
/// Facts that every mode uses are here. The others are in one value for each family of modes, which is empty if the mode
/// does not need it.
package struct StationFacts: Hashable, Sendable {
  /// The record of the scanned code.
  package var named: Resolution
  /// The id of the reading; for an action on a screen, an id created for it.
  package var scan: Reading.ID
  /// An id for the session record, in case a session begins.
  package var newSession: StoredSession.ID
  /// The current data of the copy in the stage.
  package var pendingCopy: Copy?
  /// The borrower of the session, or of the card that waits for its PIN.
  package var borrower: Borrower?
  /// The copy in hand.
  package var inHand: Copy?
  /// The records that other readers of this station see at this moment and first saw within `togetherTime`. A copy
  /// appears together with its release, as two entries.
  package var beside: [CodeTarget] = []
  /// True if the machine's clock is known to be correct.
  package var isClockRight = true
  /// The last change of this station that was not undone; only for an undo.
  package var lastChange: LastChange?

  package var adding = AddingFacts()
  package var code = CodeFacts()
  package var collecting = CollectingFacts()
  /// The answer of the open stock-take to the reading; nil if none is open, or in another mode.
  package var counting: StockTakeAnswer?
  package var lending = LendingFacts()
  package var pin = PINFacts()
  package var prompted = PromptFacts()
  package var shelving = ShelvingFacts()
  package var tagging = TaggingFacts()

  /// - Parameters:
  ///   - named: the record of the scanned code.
  ///   - scan: the id of the reading.
  ///   - newSession: an id for the session record, in case a session begins.
  package init(named: Resolution, scan: Reading.ID, newSession: StoredSession.ID) {
    self.named = named
    self.scan = scan
    self.newSession = newSession
  }

  /// The last change of this station.
  package struct LastChange: Hashable, Sendable {
    package var id: Change.ID
    package var kind: Change.Kind
    package var at: Timestamp
    package var copy: Copy.ID?
    package var release: Release.ID?
    /// The type of a later change to a row that it touched; nil if it can be undone.
    package var since: Change.Kind?
    /// The session record during which it was made; nil if no session was open.
    package var session: StoredSession.ID?
    /// True if it was an undo, so that undoing it is a redo. `kind` is the type of the undone change.
    package var isUndo: Bool

    package init(
      id: Change.ID, kind: Change.Kind, at: Timestamp, copy: Copy.ID? = nil, release: Release.ID? = nil,
      since: Change.Kind? = nil, session: StoredSession.ID? = nil, isUndo: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.at = at
      self.copy = copy
      self.release = release
      self.since = since
      self.session = session
      self.isUndo = isUndo
    }
  }

  /// A release with all its copies.
  package struct ReleaseCopies: Hashable, Sendable {
    package var release: Release.ID
    package var copies: [Copy]

    package init(_ release: Release.ID, copies: [Copy]) {
      self.release = release
      self.copies = copies
    }
  }

  package indirect enum Resolution: Hashable, Sendable {
    case copy(Copy)
    /// A barcode that several releases have.
    case releases([ReleaseCopies])
    /// A code that is a borrower's card and another record.
    case cardAnd(Borrower, Resolution)
    /// A release, with all its copies.
    case release(Release.ID, copies: [Copy])
    case borrower(Borrower)
    case place(Place)
    case slot(Slot)
    case command(Command)
    /// A well-formed code that is not bound.
    case nothing(Code)
    /// The UID of a tag and the code written on it belong to different records.
    case disagreement
    /// A number that the library has printed for one record, and that is also a commercial number of another.
    case ambiguous
  }
}
