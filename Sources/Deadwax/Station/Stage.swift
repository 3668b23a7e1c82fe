extension StationState.Stage {
  /// The time at which the stage ends by itself; nil if it has no time limit.
  package var deadline: Timestamp? {
    switch self {
    case .idle: nil
    case .pendingCopy(_, let until), .pendingSlot(_, let until), .pendingPlace(_, let until),
      .pendingCode(_, let until), .pin(_, _, let until),
      .staffPIN(_, _, let until, _), .question(_, let until), .choosing(_, let until),
      .confirming(_, let until):
      until
    }
  }

  /// The copy, slot or place that waits for its partner, even beneath a choice or a confirmation.
  package var half: CodeTarget? {
    switch self {
    case .pendingCopy(let id, _): .copy(id)
    case .pendingSlot(let id, _): .slot(id)
    case .pendingPlace(let id, _): .place(id)
    case .choosing(let choosing, _): choosing.beneath
    case .confirming(let confirming, _): confirming.beneath
    case .staffPIN(_, _, _, let over): over.half
    case .idle, .pendingCode, .pin, .question: nil
    }
  }

  /// The tag or label that waits for its copy, even beneath a choice. The code of an inbox choice waits for nothing.
  package var code: Code.Key? {
    switch self {
    case .pendingCode(let key, _): key
    case .choosing(let choosing, _): choosing.acts.isEmpty || choosing.bound != nil ? choosing.key : nil
    default: nil
    }
  }

  /// The borrower whose card waits for its PIN; nil if no card does.
  package var pinOf: Borrower.ID? {
    switch self {
    case .pin(let borrower, _, _), .staffPIN(let borrower, _, _, _): borrower
    default: nil
    }
  }

  /// True if the PIN is that of a member of staff.
  package var isStaffPIN: Bool {
    if case .staffPIN = self { true } else { false }
  }

  /// Returns the same stage after a wrong PIN, with the number of consecutive failures.
  package func afterWrongPIN(_ tries: Int) -> StationState.Stage {
    switch self {
    case .pin(let borrower, _, let until): .pin(borrower, tries: tries, until: until)
    case .staffPIN(let staff, _, let until, let over): .staffPIN(staff, tries: tries, until: until, over: over)
    default: self
    }
  }

  /// The open stage beneath the PIN prompt of a member of staff, if there is one; otherwise the stage itself.
  package var beneathPIN: StationState.Stage {
    if case .staffPIN(_, _, _, let over) = self { over.beneathPIN } else { self }
  }

  package var choosing: PendingChoice? {
    guard case .choosing(let choosing, _) = self else { return nil }
    return choosing
  }

  package var confirming: PendingConfirmation? {
    guard case .confirming(let confirming, _) = self else { return nil }
    return confirming
  }
}
