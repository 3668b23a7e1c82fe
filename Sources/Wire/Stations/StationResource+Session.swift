package import Deadwax

extension StationResource {
  /// The open session, even if a prompt is open on top of it.
  package struct Session: Codable, Sendable {
    /// The first name and initial; only in the response for a single station.
    package var borrower: String?
    /// The number of open loans of the borrower.
    package var open: Int
    /// The maximum number of loans of the borrower.
    package var limit: Int?
    /// The number of overdue loans.
    package var overdue: Int?
    /// The reason why the borrower is blocked.
    package var block: String?
    /// Notes about the borrower.
    package var notes: [ReasonText]?
    /// The time at which the session ends by itself.
    package var endsAt: RFC3339Time
    /// The time from which the screen warns of the end.
    package var warnAt: RFC3339Time?
    /// The id of the session, for its receipt.
    package var id: StoredSession.ID?
    /// The time of the card's scan.
    package var beganAt: RFC3339Time?
    /// The open loans, ordered by due time, at most 100; only in the response for a single station.
    package var loans: [LoanResource]?
    /// The holds that are ready for pick-up, the oldest first; only in the response for a single station.
    package var holds: [HoldResource]?
    /// The unsettled fees, one sum per currency; only in the response for a single station.
    package var feesDue: [MoneyAmount]?

    /// - Parameters:
    ///   - borrower: the first name and initial; nil to leave out all personal data.
    ///   - counts: the numbers of open and of overdue loans, and the maximum of open ones.
    ///   - block: the reason of a block.
    ///   - notes: the notes about the borrower.
    ///   - times: the begin, the end, and the time of the warning.
    ///   - id: the id of the session.
    package init(
      borrower: String?, counts: (open: Int, overdue: Int, limit: Int), block: String?, notes: [ReasonText]?,
      times: (beganAt: RFC3339Time?, endsAt: RFC3339Time, warnAt: RFC3339Time), id: StoredSession.ID
    ) {
      self.borrower = borrower
      open = counts.open
      limit = counts.limit
      overdue = counts.overdue
      self.block = block
      self.notes = notes
      endsAt = times.endsAt
      warnAt = times.warnAt
      beganAt = times.beganAt
      self.id = id
    }
  }
}
