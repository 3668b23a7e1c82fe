/// Where a desk stands between two scans. Everything it remembers is in here, and it is kept in the database with the
/// scan that led to it.
package struct StationState: Hashable, Sendable {
  package var mode: Mode
  package var stage: Stage

  package init(mode: Mode = .lookup, stage: Stage = .idle) {
    self.mode = mode
    self.stage = stage
  }

  package enum Stage: Hashable, Sendable {
    case idle
    /// A copy was seen and waits for its partner: a slot in shelve, a card in check-out.
    case pendingCopy(Copy.ID, until: Timestamp)
    /// A slot was seen and waits for the copy that goes there.
    case pendingSlot(Slot.ID, until: Timestamp)
    /// A place without slots was seen and waits for the copy that goes there.
    case pendingPlace(Place.ID, until: Timestamp)
    /// A borrower's session: copies are lent as they are seen.
    case session(Borrower.ID, until: Timestamp)
    /// A tag, or a label that is bound to nothing, was seen and waits for the copy that it is for.
    case pendingCode(Code.Key, until: Timestamp)
    /// The desk has asked something and waits for yes or no.
    case question(Question, until: Timestamp)
  }

  /// When the stage ends by itself; nil when it lasts.
  package var deadline: Timestamp? {
    switch stage {
    case .idle: nil
    case .pendingCopy(_, let until), .pendingSlot(_, let until), .pendingPlace(_, let until), .session(_, let until),
      .pendingCode(_, let until), .question(_, let until):
      until
    }
  }

  /// The state at a later time: a stage whose time is over has ended, and nothing else has changed.
  package func expired(at now: Timestamp) -> StationState {
    guard let deadline, now >= deadline else { return self }
    return StationState(mode: mode)
  }
}

/// What a desk wants to be told before it writes or binds: yes goes on with all that was asked so far, no leaves
/// everything as it is.
package struct Question: Hashable, Sendable {
  /// Which question it is: `tagBound`, `tagForeignContent` or `copyHasTag`.
  package var code: Outcome.Code
  /// The tag or label that is to name the copy.
  package var key: Code.Key
  package var copy: Copy.ID
  /// What was said yes to before.
  package var confirmed: [Outcome.Code]

  package init(_ code: Outcome.Code, key: Code.Key, copy: Copy.ID, confirmed: [Outcome.Code] = []) {
    self.code = code
    self.key = key
    self.copy = copy
    self.confirmed = confirmed
  }

  /// The tag it is about; nil for a label.
  package var uid: TagUID? { key.uid }
}
