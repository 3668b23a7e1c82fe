/// A difference between the doors that `ChannelPropertyTests` permits. The text is the first cell of its row in the table
/// *Differences between the doors* of docs/lending.md.
enum ChannelDifference: String, CaseIterable {
  /// Only staff and an offline entry name the time of one return; a station has the book drop for a batch.
  case time
  /// A blocker of an offline entry is an exception of what was done, and is in the notes.
  case blockers
  /// The same for a confirmation.
  case confirmations
  /// Without staff present, every confirmation that needs staff is refused.
  case selfService = "self-service"
  /// A station mentions overdue loans at the start of the session, and not with the copy.
  case overdueNote = "`overdue-note`"
  /// Offline, the station's clock applies.
  case clock = "`clock`"
  /// A station and staff offer a renewal, and an offline entry does nothing.
  case alreadyHad = "the borrower already has the copy"
  /// A renewal with reasons is left to staff.
  case renewal = "renewal with reasons"
  /// Without a count, all parts are back: offline, and at a station that does not prompt.
  case parts = "`parts-check`"
  case returnedForOther = "`returned-for-other`"
  /// A station adds a note about an override.
  case stationNotes = "notes of a station"
  /// Offline, carrying the copy to the pick-up shelf is left to staff.
  case holdWaiting = "code of `hold-waiting`"
  case again = "the same copy again"
  case changedLater = "the copy was lent or returned later at another station"

  /// The differences that no case of the test leads to: each case begins with a check-in without a session, with a copy
  /// that no one handled before, and with a journal that is merged at once. `ReturnRowsTests`, `MergeRulesTests` and
  /// `JournalMergeTests` show them.
  static let ofOtherTests: Set<ChannelDifference> = [.returnedForOther, .again, .changedLater]
}
