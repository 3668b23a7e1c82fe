/// Every rule that a desk decides by. The raw value is kept with each decision and never changes; `messageKey` is where
/// the sentence stands that explains it to a person, in each language.
package enum Rule: String, CaseIterable, Sendable {
  // MARK: time, faults, orders

  /// Time has passed: what lasted too long has ended, and nothing else has changed.
  case timer = "time.passed"
  /// The desk cannot go on for now; what was open waits.
  case faultBegan = "fault.began"
  /// The desk goes on where it was.
  case faultOver = "fault.over"
  /// The records cannot be written, so nothing is taken.
  case notSaved = "fault.not-saved"
  /// The desk was put into another mode.
  case modeChanged = "mode.changed"
  /// The house does not have this mode at this desk.
  case modeNotAllowed = "mode.not-allowed"
  /// What was open was ended.
  case end = "end.all"
  /// Nothing was open that could be ended.
  case endNothing = "end.nothing"
  case help = "help"
  case soundSet = "sound.set"
  case languageSet = "language.set"
  /// This version of the desk does not know the command.
  case commandUnknown = "command.unknown"
  /// The next returns count as left in the book drop.
  case bookDropBegan = "book-drop.began"
  case bookDropOver = "book-drop.over"
  /// Only staff dates returns back.
  case bookDropStaff = "book-drop.staff"
  /// What was scanned does nothing in this mode.
  case wrongKind = "kind.wrong"

  // MARK: codes that name nothing, or too much

  case codeUnknown = "code.unknown"
  case codeDamaged = "code.damaged"
  case codeMisread = "code.misread"
  case codeUnusable = "code.unusable"
  /// A number of the trade and of the house at once.
  case codeAmbiguous = "code.ambiguous"
  /// The number of a tag and what is written on it name different things.
  case tagMismatch = "tag.mismatch"
  case tagUnknown = "tag.unknown"
  /// A phone, or another tag that draws a new number each time.
  case tagRandom = "tag.random"
  case labelNew = "label.new"
  /// It looks like a borrower's card, but nobody has it.
  case cardUnknown = "card.unknown"
  /// The barcode is known, but the house has no copy.
  case releaseWithoutCopy = "release.without-copy"
  /// Two readers saw two records in one movement of the hand.
  case wrongDisc = "record.wrong-disc"

  // MARK: sessions

  case sessionStarted = "session.started"
  /// Another card ended the session before and began its own.
  case sessionSwitched = "session.switched"
  /// The card of the session ended it.
  case sessionEndedByCard = "session.ended-by-card"
  /// Where borrowers serve themselves a blocked or expired card opens no session.
  case cardRefused = "card.refused"
  /// One code is a card and something else: a person says which.
  case cardOrThing = "card.or-thing"
  case pinAsked = "pin.asked"
  case pinWrong = "pin.wrong"
  case pinLocked = "pin.locked"
  /// A PIN was typed though none was asked for.
  case pinNotAsked = "pin.not-asked"
  /// A card of staff opened what only staff may do.
  case staffReady = "staff.ready"

  // MARK: questions and choices

  /// Something stands against it: a person is asked.
  case asked = "question.asked"
  /// What was asked about has changed since: the person is asked again.
  case askedAnew = "question.asked-anew"
  /// The same record came again: the question stands.
  case answerStillAsked = "question.still-asked"
  case answerNo = "question.no"
  /// Nothing was asked.
  case answerNone = "question.none"
  /// What was asked about is no longer there.
  case answerGone = "question.gone"
  /// Only staff can say yes to this.
  case answerNeedsStaff = "question.needs-staff"
  case choiceInvalid = "choice.invalid"
  /// No choice is open.
  case choiceNone = "choice.none"
  /// What was chosen is no longer there.
  case choiceGone = "choice.gone"
  case choiceDeclined = "choice.declined"

  // MARK: check-out and renewal

  /// Nothing stood against it.
  case checkOutLent = "check-out.lent"
  /// Something stood against it, and it was said yes to.
  case checkOutConfirmed = "check-out.confirmed"
  case checkOutRefused = "check-out.refused"
  /// The copy came first and waits for the card.
  case checkOutCopyFirst = "check-out.copy-first"
  /// It is out, and there is no session in which it could be dealt with.
  case checkOutIsOut = "check-out.is-out"
  /// All copies of this barcode are out.
  case checkOutAllOut = "check-out.all-out"
  /// Several copies could be meant.
  case checkOutChoose = "check-out.choose"
  /// Seen twice in one movement of the hand.
  case checkOutAgain = "check-out.again"
  /// It is the borrower's already, and cannot be renewed.
  case checkOutOwnNotRenewable = "check-out.own-not-renewable"
  case renewed = "renew.done"
  case renewConfirmed = "renew.confirmed"
  case renewRefused = "renew.refused"
  case renewAgain = "renew.again"
  case renewNotOut = "renew.not-out"
  /// Somebody else has it.
  case renewOfOther = "renew.of-other"
  case renewCopyFirst = "renew.copy-first"
  case renewChoose = "renew.choose"
  case renewedAll = "renew.all"
  case renewAllNone = "renew.all-none"
  case renewAllWithoutSession = "renew.all-without-session"

  // MARK: return and shelving

  case returned = "return.done"
  case returnConfirmed = "return.confirmed"
  case returnRefused = "return.refused"
  /// It came back a moment ago.
  case returnAgain = "return.again"
  case returnNotOut = "return.not-out"
  case returnNoneOut = "return.none-out"
  case returnInHouse = "return.in-house"
  /// Parts are missing, and the house keeps the loan open until they come.
  case returnKeptOpen = "return.kept-open"
  case returnChoose = "return.choose"
  case shelved = "shelve.done"
  case shelveCopyFirst = "shelve.copy-first"
  case shelveSlotFirst = "shelve.slot-first"
  case shelvePlaceFirst = "shelve.place-first"
  case shelveAlreadyThere = "shelve.already-there"
  case shelveOccupied = "shelve.occupied"
  case shelveIsOut = "shelve.is-out"
  case shelveChoose = "shelve.choose"
  case movePlaceOnPlace = "move.place-on-place"

  // MARK: the other modes

  /// A copy that is here waits for its card, its place or its tag.
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
  /// Several releases have this barcode.
  case releaseChoose = "release.choose"
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
  case stocktakeNone = "stock-take.none"
  case inboxAsked = "inbox.asked"
  case inboxHand = "inbox.hand"
  case inboxLookUp = "inbox.look-up"
  case inboxClaimed = "inbox.claimed"
  case inboxCopyNeeded = "inbox.copy-needed"
  case inboxForgotten = "inbox.forgotten"
  case inboxStaff = "inbox.staff"

  // MARK: tags

  case tagWritten = "tag.write"
  case tagBound = "tag.bind"
  case tagBoundAlready = "tag.bound-already"
  case tagBeingWritten = "tag.being-written"
  case tagCopyFirst = "tag.copy-first"
  case tagFirst = "tag.first"
  case tagChoose = "tag.choose"
  case tagAsked = "tag.asked"
  case tagRefused = "tag.refused"
  /// The house does not make the tag of one record that of another.
  case tagStays = "tag.stays"

  // MARK: undo

  case undone = "undo.done"
  case undoNothing = "undo.nothing"
  /// It was not done in this borrower's session.
  case undoNotOwn = "undo.not-own"
  case undoChangedSince = "undo.changed-since"

  // MARK: stations whose hub was away

  /// Done as the person was told, or there was nothing to do.
  case awayApplied = "away.applied"
  /// The record had left the house or come back, so it was done though something stood against it.
  case awayException = "away.exception"
  /// Only a person can tell what happened.
  case awayStaff = "away.staff"

  /// Under which the sentence stands in the messages.
  package var messageKey: String { "rule.\(rawValue)" }
}
