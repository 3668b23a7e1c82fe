package import Deadwax

/// The record of one check-out, from its start to its end.
package struct LoanResource: Codable, Sendable {
  package var id: Loan.ID
  package var copy: CopySummary
  package var release: ReleaseSummary?
  /// The borrower; omitted if the loan has ended and was anonymised.
  package var borrower: BorrowerSummary?
  package var openedAt: RFC3339Time
  package var dueAt: RFC3339Time
  /// The time of the return; omitted while the loan is open.
  package var returnedAt: RFC3339Time?
  /// The number of renewals.
  package var renewals: Int
  /// The number of parts that were checked out.
  package var parts: Int
  /// The number of returned parts; omitted while they are not counted.
  package var partsBack: Int?
  /// True if the loan is open and its due time has passed.
  package var isOverdue: Bool
  /// The number of overdue days: the days on which the library is open, or all days with `fees.closed-days-count`.
  package var overdueDays: Int
  /// The time since which the borrower claims to have returned the copy.
  package var claimedReturnedAt: RFC3339Time?
  /// Notes about a loan that was just opened or renewed.
  package var notes: [ReasonText]?
  /// The version, which increases with every change.
  package var version: Int

  /// - Parameters:
  ///   - loan: the loan.
  ///   - copy: its copy.
  ///   - release: the release of the copy.
  ///   - borrower: its borrower; nil for an anonymised loan.
  ///   - overdueDays: the number of overdue days.
  ///   - notes: the notes of the action just carried out; nil if there are none.
  ///   - now: the current time.
  package init(
    _ loan: Loan, copy: Copy, release: Release, borrower: Borrower?, overdueDays: Int, notes: [ReasonText]?,
    now: Timestamp
  ) {
    id = loan.id
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    self.borrower = BorrowerSummary(borrower)
    openedAt = RFC3339Time(loan.openedAt)
    dueAt = RFC3339Time(loan.dueAt)
    returnedAt = RFC3339Time(loan.returnedAt)
    renewals = loan.renewals
    parts = loan.parts
    partsBack = loan.partsBack
    isOverdue = loan.isOverdue(at: now)
    self.overdueDays = overdueDays
    claimedReturnedAt = RFC3339Time(loan.claimedReturnedAt)
    self.notes = notes
    version = loan.version
  }
}
