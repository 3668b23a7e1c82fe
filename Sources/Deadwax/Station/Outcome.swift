/// The answer to a scan: one code, and the records it refers to.
package struct Outcome: Hashable, Sendable {
  package var code: Code
  /// The station's mode in which the scan was interpreted.
  package var mode: Mode
  package var release: Release.ID?
  package var copy: Copy.ID?
  /// The place the copy was moved to or belongs to, for the sentence on the screen.
  package var location: Location?
  package var dueAt: Timestamp?
  /// The candidates for a person's decision: copies, releases, a card and an item.
  package var choices: [CodeTarget]
  /// The other facts about the outcome.
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

  /// The facts of an outcome beside its code. They never identify a person.
  package struct Facts: Hashable, Codable, Sendable {
    /// All blockers and confirmations, the most important first; the outcome's code is the first.
    package var reasons: [Code]
    /// The conditions that do not prevent the action but need attention: a waiting hold, an overdue loan, parts to
    /// count.
    package var notes: [Code]
    /// True if the station waits for a yes or a no.
    package var isQuestion: Bool
    /// True if only staff can say yes.
    package var needsStaff: Bool
    /// The number of parts that the copy has, or that should have come back.
    package var parts: Int?
    /// The number of parts that came back.
    package var partsBack: Int?
    package var overdueDays: Int?
    package var renewals: Int?
    package var renewalLimit: Int?
    /// The number of records in a batch, in a crate or in a renewal of all loans.
    package var count: Int?
    /// The number of records that were left unchanged, such as loans that could not be renewed.
    package var left: Int?
    /// Each of the affected loans, if there are several.
    package var lines: [Line]?
    /// The fee in minor units of the library's currency.
    package var fee: Int?
    /// A short extra word, such as a grade, a language, or the type of change that prevents an undo.
    package var word: String?
    /// The number of copies in the batch of additions, with this one.
    package var inBatch: Int?
    /// The last time the copy was played; of an addition, any earlier copy of the release.
    package var lastPlayedAt: Timestamp?
    /// The beginning of the copy's last loan, if that has ended.
    package var lastLentAt: Timestamp?
    /// The show that the copy has a recording of.
    package var show: ShowFacts?
    /// The place that the copy or the place was moved from.
    package var from: Location?
    /// The number of the slot into which the next copy goes, in a sequence of slots.
    package var nextSlot: Int?
    /// The numbers of the slots that a sequence passed over, such as `119-121, 130`.
    package var skippedSlots: String?

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

  /// A line for each of several loans that an outcome refers to, identified by its copy.
  package struct Line: Hashable, Codable, Sendable {
    package var copy: Copy.ID
    /// The current due time.
    package var dueAt: Timestamp
    /// The reasons for which the loan was left unchanged, the most important first; empty if it was changed.
    package var reasons: [Code]

    package init(copy: Copy.ID, dueAt: Timestamp, reasons: [Code] = []) {
      self.copy = copy
      self.dueAt = dueAt
      self.reasons = reasons
    }
  }

  /// The class of feedback. It decides the colour, icon and sound.
  package enum Status: String, CaseIterable, Codable, Sendable {
    case done, noted, duplicate, refused, queued, unknown
    case needsChoice = "needs-choice"
    case needsConfirmation = "needs-confirmation"
  }

  /// The status of the outcome. A reason that can be overcome gives a prompt; the same reason without that option gives
  /// a refusal.
  package var status: Status {
    // At a shelf a person chooses by number what to do.
    if facts.isQuestion {
      return [.slotOccupied, .copyOnLoan, .boundElsewhere].contains(code) ? .needsChoice : .needsConfirmation
    }
    // As a note, the code is only information; as the first reason, it refuses.
    return [.holdWaiting, .partsMissing].contains(code) && facts.reasons.first == code ? .refused : code.status
  }

  /// The stable name of the result. Names never change and are never reused.
  package enum Code: String, CaseIterable, Codable, Sendable {
    // Look-up.
    case found
    case unknownCode = "unknown-code"
    case unknownTag = "unknown-tag"
    case newLabel = "new-label"
    // Add.
    case added
    case addedUnresolved = "added-unresolved"
    case batchSet = "batch-set"
    case batchEnded = "batch-ended"
    // Add: notes.
    case wishArrived = "wish-arrived"
    case otherRelease = "other-release"
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
    case chooseSource = "choose-source"
    case sourceChosen = "source-chosen"
    case switchBorrower = "switch-borrower"
    case unknownCard = "unknown-card"
    case ambiguousClass = "ambiguous-class"
    case pinNeeded = "pin-needed"
    case pinWrong = "pin-wrong"
    case pinLocked = "pin-locked"
    // Check-out and renewal: blockers and notes.
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
    // Staff at a station.
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
    // Add, wish list, plays, condition, labels, stock-take.
    case copyExists = "copy-exists"
    case wished
    case alreadyWished = "already-wished"
    case played
    case conditionSet = "condition-set"
    case labelQueued = "label-queued"
    case noStocktake = "no-stocktake"
    case collected
    case alreadyCollected = "already-collected"
    case crateFull = "crate-full"
    // Stock-take.
    case counted
    case countedByRelease = "counted-by-release"
    case countedAgain = "counted-again"
    case countedMisplaced = "counted-misplaced"
    case countedOnLoan = "counted-on-loan"
    case countedGone = "counted-gone"
    case countedOutside = "counted-outside"
    case countingPlace = "counting-place"
    case listCode = "list-code"
    // The inbox of unknown codes.
    case inboxItem = "inbox-item"
    case lookingUp = "looking-up"
    case claimed
    case forgotten
    // Camera and tag.
    case wrongDisc = "wrong-disc"
    // Undo.
    case undone
    case redone
    case changedSince = "changed-since"
    case nothingToUndo = "nothing-to-undo"
    // Not stored.
    case notSaved = "not-saved"
    // Offline station, and merge of its journal.
    case recordedOffline = "recorded-offline"
    case hubOffline = "hub-offline"
    case changedLater = "changed-later"
    // Shelve.
    case shelved
    case alreadyThere = "already-there"
    case slotOccupied = "slot-occupied"
    case slotDisabled = "slot-disabled"
    case slotsSkipped = "slots-skipped"
    case placeFull = "place-full"
    case formatMismatch = "format-mismatch"
    case movedFrom = "moved-from"
    case swapped
    case pushedOut = "pushed-out"
    case unknownPlace = "unknown-place"
    // Move.
    case cartridgeMoved = "cartridge-moved"
    case placeCycle = "place-cycle"
    case placeNameTaken = "place-name-taken"
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
    // Write and bind: prompts.
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
      case .added, .cartridgeMoved, .sessionStarted, .sessionEnded, .checkedOut, .returned, .shelved, .modeChanged,
        .tagWritten,
        .tagErased, .tagSealed, .tagUnsealed, .bound, .unbound, .renewed, .renewedAll, .switchBorrower, .staffReady,
        .overridden, .wished, .played, .conditionSet, .claimed, .forgotten, .undone, .redone, .holdFulfilled,
        .soundChanged, .sourceChosen,
        .languageChanged, .batchSet, .batchEnded, .counted, .countedByRelease, .countingPlace,
        .collected:
        .done
      case .found, .cardNeeded, .notOnLoan, .slotNeeded, .copyNeeded, .nothingOpen, .tagNeeded, .declined, .newLabel,
        .nothingToConfirm, .queueEmpty, .cancelled, .returnedOverdue, .returnedForOther, .inHouse, .partsMissing,
        .dropDate, .holdWaiting, .feeDue, .parts, .clock, .overdueNote, .pinNeeded, .helpShown, .nothingToUndo,
        .recordedOffline, .changedLater, .choiceExpired, .labelNeeded,
        .wishArrived, .otherRelease, .slotsSkipped, .movedFrom, .swapped,
        .pushedOut, .countedMisplaced, .countedOnLoan, .countedGone, .countedOutside:
        .noted
      case .alreadyYours, .alreadyThere, .alreadyBound, .tagUnchanged, .duplicate, .alreadyWished, .countedAgain,
        .alreadyCollected:
        .duplicate
      case .addedUnresolved, .tagWriting, .labelQueued, .lookingUp: .queued
      case .unknownCode, .unknownPlace, .unknownTag, .unknownCard: .unknown
      case .chooseCopy, .chooseRelease, .chooseSource, .ambiguousClass, .inboxItem: .needsChoice
      case .tagBound, .tagForeignContent, .copyHasTag, .renewOffer, .foundMissing, .partsCheck, .copyExists:
        .needsConfirmation
      case .withdrawn, .notForLoan, .holdOther, .limit, .overdueBlock, .cardBlocked, .cardExpired, .feesBlock,
        .renewLimit, .overdueBlockItem, .overdueBlockAll, .tooEarly, .staffNeeded, .pinWrong, .pinLocked,
        .noStocktake, .crateFull, .wrongDisc, .changedSince, .notSaved, .notAllowed, .choiceInvalid, .hubOffline:
        .refused
      case .onLoanElsewhere, .slotOccupied, .slotDisabled, .placeFull, .formatMismatch, .placeCycle, .placeNameTaken,
        .copyOnLoan, .damagedCode, .wrongCheckDigit, .tagContentMismatch,
        .ambiguousCode, .unusableCode, .unknownCommand, .wrongKind, .noTag, .tagRandomUID, .tagType, .tagLocked,
        .tagPassword, .tagTooSmall, .twoTags, .tagLost, .verifyFailed, .tagSuspect, .tagBusy, .boundElsewhere,
        .readerFault, .expired, .listCode:
        .refused
      }
    }
  }
}
