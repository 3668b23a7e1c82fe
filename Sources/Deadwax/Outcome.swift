/// What a scan did: one code, and the things it is about.
package struct Outcome: Hashable, Sendable {
  package var code: Code
  /// The station's mode in which the scan was understood.
  package var mode: Mode
  package var release: Release.ID?
  package var copy: Copy.ID?
  /// Where it went or belongs, for the sentence on the screen.
  package var location: Location?
  package var dueAt: Timestamp?
  /// Between which copies a person has to decide.
  package var choices: [Copy.ID]

  package init(
    _ code: Code, mode: Mode, release: Release.ID? = nil, copy: Copy.ID? = nil, location: Location? = nil,
    dueAt: Timestamp? = nil, choices: [Copy.ID] = []
  ) {
    self.code = code
    self.mode = mode
    self.release = release
    self.copy = copy
    self.location = location
    self.dueAt = dueAt
    self.choices = choices
  }

  /// The class of feedback: it decides colour, icon and sound.
  package enum Status: String, CaseIterable, Sendable {
    case done, noted, duplicate, refused, queued, unknown
    case needsChoice = "needs-choice"
    case needsConfirmation = "needs-confirmation"
  }

  package var status: Status { code.status }

  /// The stable name of what happened. Names are never changed and never used for something else.
  package enum Code: String, CaseIterable, Sendable {
    // Look-up.
    case found
    case unknownCode = "unknown-code"
    case unknownTag = "unknown-tag"
    case newLabel = "new-label"
    // Add.
    case added
    case addedUnresolved = "added-unresolved"
    // Check-out.
    case sessionStarted = "session-started"
    case sessionEnded = "session-ended"
    case checkedOut = "checked-out"
    case alreadyYours = "already-yours"
    case onLoanElsewhere = "on-loan-elsewhere"
    case cardNeeded = "card-needed"
    case chooseCopy = "choose-copy"
    // Return.
    case returned
    case notOnLoan = "not-on-loan"
    // Shelve.
    case shelved
    case alreadyThere = "already-there"
    case slotOccupied = "slot-occupied"
    case slotNeeded = "slot-needed"
    case copyNeeded = "copy-needed"
    case copyOnLoan = "copy-on-loan"
    // Write and bind.
    case tagNeeded = "tag-needed"
    case tagWriting = "tag-writing"
    case tagWritten = "tag-written"
    case tagUnchanged = "tag-unchanged"
    case tagErased = "tag-erased"
    case tagSealed = "tag-sealed"
    case tagUnsealed = "tag-unsealed"
    case bound
    case alreadyBound = "already-bound"
    case unbound
    case noTag = "no-tag"
    case tagRandomUID = "tag-random-uid"
    case tagType = "tag-type"
    case tagLocked = "tag-locked"
    case tagPassword = "tag-password"
    case tagTooSmall = "tag-too-small"
    case twoTags = "two-tags"
    case tagLost = "tag-lost"
    case verifyFailed = "verify-failed"
    case tagSuspect = "tag-suspect"
    case tagBusy = "tag-busy"
    case boundElsewhere = "bound-elsewhere"
    case readerFault = "reader-fault"
    case expired
    case cancelled
    // Write and bind: questions.
    case tagBound = "tag-bound"
    case tagForeignContent = "tag-foreign-content"
    case copyHasTag = "copy-has-tag"
    // Write: the queue.
    case queueEmpty = "queue-empty"
    // Any mode.
    case declined
    case nothingToConfirm = "nothing-to-confirm"
    case modeChanged = "mode-changed"
    case nothingOpen = "nothing-open"
    case damagedCode = "damaged-code"
    case wrongCheckDigit = "wrong-check-digit"
    case tagContentMismatch = "tag-content-mismatch"
    case ambiguousCode = "ambiguous-code"
    case unusableCode = "unusable-code"
    case unknownCommand = "unknown-command"
    case wrongKind = "wrong-kind"

    package var status: Status {
      switch self {
      case .added, .sessionStarted, .sessionEnded, .checkedOut, .returned, .shelved, .modeChanged, .tagWritten,
        .tagErased, .tagSealed, .tagUnsealed, .bound, .unbound:
        .done
      case .found, .cardNeeded, .notOnLoan, .slotNeeded, .copyNeeded, .nothingOpen, .tagNeeded, .declined, .newLabel,
        .nothingToConfirm, .queueEmpty, .cancelled:
        .noted
      case .alreadyYours, .alreadyThere, .alreadyBound, .tagUnchanged: .duplicate
      case .addedUnresolved, .tagWriting: .queued
      case .unknownCode, .unknownTag: .unknown
      case .chooseCopy: .needsChoice
      case .tagBound, .tagForeignContent, .copyHasTag: .needsConfirmation
      case .onLoanElsewhere, .slotOccupied, .copyOnLoan, .damagedCode, .wrongCheckDigit, .tagContentMismatch,
        .ambiguousCode, .unusableCode, .unknownCommand, .wrongKind, .noTag, .tagRandomUID, .tagType, .tagLocked,
        .tagPassword, .tagTooSmall, .twoTags, .tagLost, .verifyFailed, .tagSuspect, .tagBusy, .boundElsewhere,
        .readerFault, .expired:
        .refused
      }
    }
  }
}
