/// The times and rules that a house sets for its desks.
package struct DeskPolicy: Hashable, Sendable {
  /// How long one half of a pair waits for the other.
  package var pairTime: Duration
  /// How long a borrower's session stays open after the last scan.
  package var sessionTime: Duration
  /// How long before its end the screen warns of it.
  package var sessionWarning: Duration
  /// How long a question or a confirmation waits for its answer.
  package var questionTime: Duration
  /// How long a choice waits.
  package var choiceTime: Duration
  /// How long a tag that is to be written may take to come.
  package var writeTime: Duration
  /// After how long without a scan the desk goes back to the mode it stands in; nil for never.
  package var revertTime: Duration?
  /// How long the card of a member of staff opens what only staff may do.
  package var staffTime: Duration
  /// How long after a return or an addition the next slot puts that record away.
  package var putAwayTime: Duration
  /// How long the same record again is the same movement of the hand.
  package var againTime: Duration
  /// How long a batch of returns is one after its last.
  package var batchTime: Duration
  /// How far back a desk can take back its own last change.
  package var undoTime: Duration
  /// How near in time a barcode and a tag are one record in one hand.
  package var togetherTime: Duration
  /// How often a PIN may be wrong before the card is refused for `pinLockTime`.
  package var pinTries: Int
  package var pinLockTime: Duration
  /// Whether the card of a member of staff opens a desk only with its PIN, where it has one.
  package var asksStaffPIN: Bool
  /// Whether the tag of one thing can be made the tag of another at the desk, after a question.
  package var movesTags: Bool

  package init(
    pairTime: Duration = .seconds(20), sessionTime: Duration = .seconds(90), sessionWarning: Duration = .seconds(20),
    questionTime: Duration = .seconds(60), choiceTime: Duration = .seconds(30), writeTime: Duration = .seconds(60),
    revertTime: Duration? = .seconds(600), staffTime: Duration = .seconds(60), putAwayTime: Duration = .seconds(20),
    againTime: Duration = .seconds(10), batchTime: Duration = .seconds(120), undoTime: Duration = .seconds(600),
    togetherTime: Duration = .seconds(3), pinTries: Int = 3, pinLockTime: Duration = .seconds(300),
    asksStaffPIN: Bool = true, movesTags: Bool = true
  ) {
    self.pairTime = pairTime
    self.sessionTime = sessionTime
    self.sessionWarning = sessionWarning
    self.questionTime = questionTime
    self.choiceTime = choiceTime
    self.writeTime = writeTime
    self.revertTime = revertTime
    self.staffTime = staffTime
    self.putAwayTime = putAwayTime
    self.againTime = againTime
    self.batchTime = batchTime
    self.undoTime = undoTime
    self.togetherTime = togetherTime
    self.pinTries = pinTries
    self.pinLockTime = pinLockTime
    self.asksStaffPIN = asksStaffPIN
    self.movesTags = movesTags
  }
}
