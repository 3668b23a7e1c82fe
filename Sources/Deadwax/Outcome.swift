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
  /// Between which things a person has to decide: copies, releases, a card and an item.
  package var choices: [CodeTarget]
  /// What else there is to tell of it.
  package var facts: Facts

  package init(
    _ code: Code, mode: Mode, release: Release.ID? = nil, copy: Copy.ID? = nil, location: Location? = nil,
    dueAt: Timestamp? = nil, choices: [CodeTarget] = [], facts: Facts = Facts()
  ) {
    self.code = code
    self.mode = mode
    self.release = release
    self.copy = copy
    self.location = location
    self.dueAt = dueAt
    self.choices = choices
    self.facts = facts
  }

  /// What an outcome tells beside its code. Nothing in here names a person.
  package struct Facts: Hashable, Codable, Sendable {
    /// Everything that stands against it or has to be said yes to, the weightiest first; the outcome's code is the first.
    package var reasons: [Code]
    /// What was done all the same, and is to be known: a hold that waits, an overdue loan, parts to count.
    package var notes: [Code]
    /// Whether the desk waits for a yes or a no.
    package var isQuestion: Bool
    /// Whether only staff can say yes.
    package var needsStaff: Bool
    /// How many parts the copy has, or should have come with.
    package var parts: Int?
    /// How many of them came back.
    package var partsBack: Int?
    package var overdueDays: Int?
    package var renewals: Int?
    package var renewalLimit: Int?
    /// How many it was about, in a batch or a renewal of all.
    package var count: Int?
    /// How many of them were left as they were, as loans that could not be renewed.
    package var left: Int?
    /// Each of the loans that it was about, where they were several.
    package var lines: [Line]?
    /// In minor units of the house's currency.
    package var fee: Int?
    /// A short word of its own, such as a grade, a language, the kind of change that stands in the way of an undo.
    package var word: String?

    package init(
      reasons: [Code] = [], notes: [Code] = [], isQuestion: Bool = false, needsStaff: Bool = false, parts: Int? = nil,
      partsBack: Int? = nil, overdueDays: Int? = nil, renewals: Int? = nil, renewalLimit: Int? = nil, count: Int? = nil,
      left: Int? = nil, lines: [Line]? = nil, fee: Int? = nil, word: String? = nil
    ) {
      self.reasons = reasons
      self.notes = notes
      self.isQuestion = isQuestion
      self.needsStaff = needsStaff
      self.parts = parts
      self.partsBack = partsBack
      self.overdueDays = overdueDays
      self.renewals = renewals
      self.renewalLimit = renewalLimit
      self.count = count
      self.left = left
      self.lines = lines
      self.fee = fee
      self.word = word
    }
  }

  /// One of several loans that an outcome was about, by its copy.
  package struct Line: Hashable, Codable, Sendable {
    package var copy: Copy.ID
    /// When it is due now.
    package var dueAt: Timestamp
    /// Why it was left as it was, the weightiest first; empty where it was not.
    package var reasons: [Code]

    package init(copy: Copy.ID, dueAt: Timestamp, reasons: [Code] = []) {
      self.copy = copy
      self.dueAt = dueAt
      self.reasons = reasons
    }
  }

  /// The class of feedback: it decides colour, icon and sound.
  package enum Status: String, CaseIterable, Sendable {
    case done, noted, duplicate, refused, queued, unknown
    case needsChoice = "needs-choice"
    case needsConfirmation = "needs-confirmation"
  }

  /// A reason that may be overcome is a question; the same reason without a way on is a refusal.
  package var status: Status { facts.isQuestion ? .needsConfirmation : code.status }

  /// The stable name of what happened. Names are never changed and never used for something else.
  package enum Code: String, CaseIterable, Codable, Sendable {
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
    case renewOffer = "renew-offer"
    case onLoanElsewhere = "on-loan-elsewhere"
    case cardNeeded = "card-needed"
    case chooseCopy = "choose-copy"
    case chooseRelease = "choose-release"
    case switchBorrower = "switch-borrower"
    case unknownCard = "unknown-card"
    case ambiguousClass = "ambiguous-class"
    case pinNeeded = "pin-needed"
    case pinWrong = "pin-wrong"
    case pinLocked = "pin-locked"
    // Check-out and renewal: what stands against it, and what is to be known.
    case foundMissing = "found-missing"
    case withdrawn
    case notForLoan = "not-for-loan"
    case holdOther = "hold-other"
    case limit
    case overdueBlock = "overdue-block"
    case cardBlocked = "card-blocked"
    case cardExpired = "card-expired"
    case feesBlock = "fees-block"
    case parts
    case clock
    case holdFulfilled = "hold-fulfilled"
    case overdueNote = "overdue-note"
    // Staff at a desk.
    case staffNeeded = "staff-needed"
    case staffReady = "staff-ready"
    case overridden
    // Return.
    case returned
    case returnedOverdue = "returned-overdue"
    case returnedForOther = "returned-for-other"
    case notOnLoan = "not-on-loan"
    case inHouse = "in-house"
    case partsCheck = "parts-check"
    case partsMissing = "parts-missing"
    case duplicate
    case dropDate = "drop-date"
    case holdWaiting = "hold-waiting"
    case feeDue = "fee-due"
    // Renew.
    case renewed
    case renewedAll = "renewed-all"
    case renewLimit = "renew-limit"
    case overdueBlockItem = "overdue-block-item"
    case overdueBlockAll = "overdue-block-all"
    case tooEarly = "too-early"
    // Add, wish-list, plays, condition, labels, stock-take.
    case copyExists = "copy-exists"
    case wished
    case alreadyWished = "already-wished"
    case played
    case conditionSet = "condition-set"
    case labelQueued = "label-queued"
    case noStocktake = "no-stocktake"
    // The inbox of unknown codes.
    case inboxItem = "inbox-item"
    case lookingUp = "looking-up"
    case claimed
    case forgotten
    // Camera and tag.
    case wrongDisc = "wrong-disc"
    // Undo.
    case undone
    case changedSince = "changed-since"
    case nothingToUndo = "nothing-to-undo"
    // Not kept.
    case notSaved = "not-saved"
    // At a station whose hub was away, and when it was there again.
    case recordedAway = "recorded-away"
    case hubAway = "hub-away"
    case changedLater = "changed-later"
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
    case notAllowed = "not-allowed"
    case choiceInvalid = "choice-invalid"
    case choiceExpired = "choice-expired"
    case labelNeeded = "label-needed"
    case helpShown = "help"
    case soundChanged = "sound-changed"
    case languageChanged = "language-changed"
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
        .tagErased, .tagSealed, .tagUnsealed, .bound, .unbound, .renewed, .renewedAll, .switchBorrower, .staffReady,
        .overridden, .wished, .played, .conditionSet, .claimed, .forgotten, .undone, .holdFulfilled, .soundChanged,
        .languageChanged:
        .done
      case .found, .cardNeeded, .notOnLoan, .slotNeeded, .copyNeeded, .nothingOpen, .tagNeeded, .declined, .newLabel,
        .nothingToConfirm, .queueEmpty, .cancelled, .returnedOverdue, .returnedForOther, .inHouse, .partsMissing,
        .dropDate, .holdWaiting, .feeDue, .parts, .clock, .overdueNote, .pinNeeded, .helpShown, .nothingToUndo,
        .recordedAway, .changedLater, .choiceExpired, .labelNeeded:
        .noted
      case .alreadyYours, .alreadyThere, .alreadyBound, .tagUnchanged, .duplicate, .alreadyWished: .duplicate
      case .addedUnresolved, .tagWriting, .labelQueued, .lookingUp: .queued
      case .unknownCode, .unknownTag, .unknownCard: .unknown
      case .chooseCopy, .chooseRelease, .ambiguousClass, .inboxItem: .needsChoice
      case .tagBound, .tagForeignContent, .copyHasTag, .renewOffer, .foundMissing, .partsCheck, .copyExists:
        .needsConfirmation
      case .withdrawn, .notForLoan, .holdOther, .limit, .overdueBlock, .cardBlocked, .cardExpired, .feesBlock,
        .renewLimit, .overdueBlockItem, .overdueBlockAll, .tooEarly, .staffNeeded, .pinWrong, .pinLocked,
        .noStocktake, .wrongDisc, .changedSince, .notSaved, .notAllowed, .choiceInvalid, .hubAway:
        .refused
      case .onLoanElsewhere, .slotOccupied, .copyOnLoan, .damagedCode, .wrongCheckDigit, .tagContentMismatch,
        .ambiguousCode, .unusableCode, .unknownCommand, .wrongKind, .noTag, .tagRandomUID, .tagType, .tagLocked,
        .tagPassword, .tagTooSmall, .twoTags, .tagLost, .verifyFailed, .tagSuspect, .tagBusy, .boundElsewhere,
        .readerFault, .expired:
        .refused
      }
    }
  }
}
