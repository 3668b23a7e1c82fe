/// The times and rules that a library sets for its stations.
package struct StationDefaults: Hashable, Sendable {
  /// The time for which the first half of a pair waits for the second.
  package var pairTime: Duration = .seconds(20)
  /// The time for which a borrower's session stays open after the last scan.
  package var sessionTime: Duration = .seconds(90)
  /// The time before the end of a session at which the screen displays a warning.
  package var sessionWarning: Duration = .seconds(20)
  /// The time for which a prompt or a confirmation waits for its answer.
  package var questionTime: Duration = .seconds(60)
  /// The time for which a choice waits.
  package var choiceTime: Duration = .seconds(30)
  /// The time within which a tag must be presented for a write.
  package var writeTime: Duration = .seconds(60)
  /// The time without a scan after which the station reverts to its home mode; nil for never.
  package var revertTime: Duration? = .seconds(600)
  /// The time for which a staff card opens the staff functions.
  package var staffTime: Duration = .seconds(60)
  /// The time after a return or an addition in which a scanned slot becomes the place of that record.
  package var putAwayTime: Duration = .seconds(20)
  /// The time within which a repeated scan of a record counts as the same hand movement.
  package var againTime: Duration = .seconds(10)
  /// The time for which a batch of returns stays open after its last return.
  package var batchTime: Duration = .seconds(120)
  /// The age up to which a station can undo its own last change.
  package var undoTime: Duration = .seconds(600)
  /// The time within which a barcode and a tag count as one record in one hand.
  package var togetherTime: Duration = .seconds(3)
  /// The number of wrong PINs after which the card is refused for `pinLockTime`.
  package var pinTries: Int = 3
  package var pinLockTime: Duration = .seconds(300)
  /// True if a staff card with a PIN opens a station only after the PIN.
  package var asksStaffPIN: Bool = true
  /// True if a tag that is bound to one record can be bound to another at the station, after a prompt.
  package var movesTags: Bool = true

  package init() {}
}
