/// The rules of a station's decisions. The raw value is stored with each decision and never changes. `messageKey` is
/// the key of the sentence that explains it to a person, in each language.
package enum Rule: String, CaseIterable, Sendable {
  // MARK: - Time, faults, commands

  /// Time has passed: expired parts have ended, and nothing else has changed.
  case timer = "time.passed"
  /// The station cannot continue for now; open interactions wait.
  case faultBegan = "fault.began"
  /// The station continues in its earlier state.
  case faultOver = "fault.over"
  /// The records cannot be written, so no scan is accepted.
  case notSaved = "fault.not-saved"
  /// The station was switched to another mode.
  case modeChanged = "mode.changed"
  /// The station's policy does not allow this mode.
  case modeNotAllowed = "mode.not-allowed"
  /// All open interactions were ended.
  case end = "end.all"
  /// Nothing was open.
  case endNothing = "end.nothing"
  case help = "help"
  case soundSet = "sound.set"
  case languageSet = "language.set"
  /// This version does not know the command.
  case commandUnknown = "command.unknown"
  /// The next returns count as left in the book drop.
  case bookDropBegan = "book-drop.began"
  case bookDropOver = "book-drop.over"
  /// Only staff can backdate returns.
  case bookDropStaff = "book-drop.staff"
  /// The scanned record has no function in this mode.
  case wrongKind = "kind.wrong"

  // MARK: - Unknown and ambiguous codes

  case codeUnknown = "code.unknown"
  case codeDamaged = "code.damaged"
  case codeWrongCheckDigit = "code.misread"
  case codeUnusable = "code.unusable"
  /// A commercial number that is also one of the library's own.
  case codeAmbiguous = "code.ambiguous"
  /// The UID of a tag and the code written on it belong to different records.
  case tagMismatch = "tag.mismatch"
  case tagUnknown = "tag.unknown"
  /// A phone, or another tag with a random UID.
  case tagRandom = "tag.random"
  case labelNew = "label.new"
  /// The code looks like a borrower's card, but belongs to no borrower.
  case cardUnknown = "card.unknown"
  /// The barcode is known, but the library has no copy.
  case releaseWithoutCopy = "release.without-copy"
  /// Two readers saw two records in one hand movement.
  case wrongDisc = "record.wrong-disc"

  // MARK: - Sessions

  case sessionStarted = "session.started"
  /// Another card ended the previous session and began its own.
  case sessionSwitched = "session.switched"
  /// The session's own card ended it.
  case sessionEndedByCard = "session.ended-by-card"
  /// A blocked or expired card opens no session at a self-service station.
  case cardRefused = "card.refused"
  /// The code is a card and another record: a person chooses.
  case cardOrThing = "card.or-thing"
  case pinPrompted = "pin.asked"
  case pinWrong = "pin.wrong"
  case pinLocked = "pin.locked"
  /// A PIN was entered without a prompt for one.
  case pinNotPrompted = "pin.not-asked"
  /// A staff card opened the staff functions.
  case staffReady = "staff.ready"

  // MARK: - Prompts and choices

  /// There are reasons against the action: the station prompts.
  case prompted = "question.asked"
  /// The subject of the prompt has changed since: the station prompts again.
  case promptedAgain = "question.asked-anew"
  /// The same record was scanned again: the prompt stays open.
  case promptStillOpen = "question.still-asked"
  case answerNo = "question.no"
  /// No prompt was open.
  case answerNone = "question.none"
  /// The subject of the prompt no longer exists.
  case answerGone = "question.gone"
  /// Only staff can say yes.
  case answerNeedsStaff = "question.needs-staff"
  case choiceInvalid = "choice.invalid"
  /// No choice is open.
  case choiceNone = "choice.none"
  /// The chosen record no longer exists.
  case choiceGone = "choice.gone"
  case choiceDeclined = "choice.declined"

  // MARK: - Check-out and renewal

  /// There were no reasons against it.
  case checkOutLent = "check-out.lent"
  /// There were reasons against it, and a yes was given.
  case checkOutConfirmed = "check-out.confirmed"
  case checkOutRefused = "check-out.refused"
  /// The copy came first and waits for the card.
  case checkOutCopyFirst = "check-out.copy-first"
  /// The copy is on loan, and there is no session for a renewal.
  case checkOutIsOut = "check-out.is-out"
  /// All copies of this barcode are on loan.
  case checkOutAllOut = "check-out.all-out"
  /// Several copies are possible.
  case checkOutChoose = "check-out.choose"
  /// Scanned twice in one hand movement.
  case checkOutAgain = "check-out.again"
  /// The borrower already has it, and it cannot be renewed.
  case checkOutOwnNotRenewable = "check-out.own-not-renewable"
  case renewed = "renew.done"
  case renewConfirmed = "renew.confirmed"
  case renewRefused = "renew.refused"
  case renewAgain = "renew.again"
  case renewNotOut = "renew.not-out"
  /// Another borrower has it.
  case renewOfOther = "renew.of-other"
  case renewCopyFirst = "renew.copy-first"
  case renewChoose = "renew.choose"
  case renewedAll = "renew.all"
  case renewAllNone = "renew.all-none"
  case renewAllWithoutSession = "renew.all-without-session"

  // MARK: - Return and shelving

  case returned = "return.done"
  case returnConfirmed = "return.confirmed"
  case returnRefused = "return.refused"
  /// It was returned a moment ago.
  case returnAgain = "return.again"
  case returnNotOut = "return.not-out"
  case returnNoneOut = "return.none-out"
  case returnInHouse = "return.in-house"
  /// Parts are missing, and the library's policy leaves the loan open until they are returned.
  case returnKeptOpen = "return.kept-open"
  case returnChoose = "return.choose"
  case shelved = "shelve.done"
  case shelveCopyFirst = "shelve.copy-first"
  case shelveSlotFirst = "shelve.slot-first"
  case shelvePlaceFirst = "shelve.place-first"
  case shelveAlreadyThere = "shelve.already-there"
  case shelveOccupied = "shelve.occupied"
  /// Nothing is shelved in a disabled slot.
  case shelveDisabled = "shelve.disabled"
  case shelveIsOut = "shelve.is-out"
  /// The copy is on loan, and the station offers to check it in at the shelf.
  case shelveOnLoan = "shelve.on-loan"
  /// A person had a copy on loan checked in at the shelf.
  case shelveReturned = "shelve.returned"
  case shelveChoose = "shelve.choose"
  /// A person chose what becomes of the copy in the slot.
  case shelveMadeRoom = "shelve.made-room"
  /// The record does not fit into the place.
  case shelveFormat = "shelve.format"
  /// No place or slot has the label.
  case placeUnknown = "place.unknown"
  case placeMoved = "move.place"
  case placeAlreadyThere = "move.already-there"
  /// A place would be inside itself.
  case placeCycle = "move.cycle"
  case placeNameTaken = "move.name-taken"
  /// Only staff move places.
  case placeStaff = "move.staff"
  /// Only staff bind cards, places and slots.
  case bindStaff = "bind.staff"
  /// A code that is to be bound to a card, a place or a slot comes first, and is free.
  case bindCodeFirst = "bind.code-first"
  /// The code belongs to another place or slot, and the station offers to move it.
  case bindMove = "bind.move"
  /// A slot of a sequence stays empty.
  case nextSlot = "next.slot"
  /// No usable slot follows in the place.
  case nextFull = "next.full"
  /// No sequence of slots is open.
  case nextNone = "next.none"
  case movePlaceOnPlace = "move.place-on-place"

  // MARK: - Other modes

  /// A copy that is not on loan waits for its card, its place or its tag.
  case autoPending = "auto.pending"
  case autoChoose = "auto.choose"
  case autoOfferBinding = "auto.offer-binding"
  case lookUpCopy = "look-up.copy"
  case lookUpRelease = "look-up.release"
  case lookUpReleases = "look-up.releases"
  case lookUpPlace = "look-up.place"
  case added = "add.done"
  case addedAnother = "add.another"
  case addedUnresolved = "add.unresolved"
  /// A batch of additions began.
  case batchBegan = "batch.began"
  /// The batch of additions got other settings for the copies that follow.
  case batchChanged = "batch.changed"
  case batchEnded = "batch.ended"
  /// Only staff can set or end a batch of additions.
  case batchStaff = "batch.staff"
  /// Several releases have this barcode.
  case releaseChoose = "release.choose"
  /// Several records of the external catalogue have the barcode, so the station asks which one describes the release.
  case sourcePrompt = "source.prompt"
  /// The answers left one record.
  case sourceChosen = "source.chosen"
  /// The record was chosen elsewhere, or another look-up has found others, so the question is over.
  case sourceDecided = "source.decided"
  case wished = "wish.done"
  case wishedAlready = "wish.already"
  case played = "played.counted"
  case playedAgain = "played.again"
  case labelQueued = "label.queued"
  case labelAgain = "label.again"
  case handleChoose = "handle.choose"
  case conditionSet = "condition.set"
  case conditionSame = "condition.same"
  case conditionCopyFirst = "condition.copy-first"
  case conditionGradeFirst = "condition.grade-first"
  case conditionStaff = "condition.staff"
  case collected = "collect.done"
  case collectedAlready = "collect.already"
  case collectFull = "collect.full"
  case stocktakeNone = "stock-take.none"
  case stocktakeCounted = "stock-take.counted"
  case stocktakeAgain = "stock-take.again"
  case stocktakePlace = "stock-take.place"
  /// A code of a printed list is no evidence.
  case stocktakeListed = "stock-take.listed"
  case inboxPrompted = "inbox.asked"
  case inboxHand = "inbox.hand"
  case inboxLookUp = "inbox.look-up"
  case inboxClaimed = "inbox.claimed"
  case inboxCopyNeeded = "inbox.copy-needed"
  case inboxForgotten = "inbox.forgotten"
  case inboxStaff = "inbox.staff"

  // MARK: - Tags

  case tagWritten = "tag.write"
  case tagBound = "tag.bind"
  case tagBoundAlready = "tag.bound-already"
  case tagBeingWritten = "tag.being-written"
  case tagCopyFirst = "tag.copy-first"
  case tagFirst = "tag.first"
  case tagChoose = "tag.choose"
  case tagPrompted = "tag.asked"
  case tagRefused = "tag.refused"
  /// The library's policy does not move a tag from one record to another.
  case tagStays = "tag.stays"

  // MARK: - Undo

  case undone = "undo.done"
  /// An undone change was redone.
  case redone = "undo.redone"
  case undoNothing = "undo.nothing"
  /// The change was not made in this borrower's session.
  case undoNotOwn = "undo.not-own"
  case undoChangedSince = "undo.changed-since"

  // MARK: - Offline stations

  /// Applied as the offline station reported it to the person, or nothing was left to do.
  case offlineApplied = "offline.applied"
  /// The copy had already left the library or come back, so the transaction was applied despite blockers.
  case offlineException = "offline.exception"
  /// Only a person can find out what happened.
  case offlineStaff = "offline.staff"

  /// The key of the explaining sentence in the message catalogues.
  package var messageKey: String { "rule.\(rawValue)" }
}
