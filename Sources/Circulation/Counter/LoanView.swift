package import Deadwax
package import Lending
internal import Storage

/// A loan with the current records that it concerns.
package struct LoanView: Hashable, Sendable {
  package var loan: Loan
  package var copy: Copy
  package var release: Release
  /// The borrower; nil for an anonymised loan.
  package var borrower: Borrower?
  package var overdueDays: Int
  /// The notes on the operation that returned this view.
  package var notes: [Outcome.Code] = []

  package init(loan: Loan, copy: Copy, release: Release, borrower: Borrower?, overdueDays: Int = 0) {
    self.loan = loan
    self.copy = copy
    self.release = release
    self.borrower = borrower
    self.overdueDays = overdueDays
  }
}

/// The result of a check-in, and the place where the copy goes now.
package struct ReturnView: Hashable, Sendable {
  /// `returned` or `returned-overdue`, or `not-on-loan` and `in-house` for a copy that was not on loan.
  package var code: Outcome.Code
  package var notes: [Outcome.Code]
  package var copy: Copy
  package var release: Release
  package var loan: LoanView?
  /// The hold that the copy is ready for now.
  package var hold: HoldView?
  package var fee: Fee?
  /// The number of overdue days, the fee, and the number of returned parts.
  package var facts: Outcome.Facts
  /// The pick-up shelf, if the copy is ready for pick-up and the library has such a place; otherwise the copy goes back
  /// to its own place.
  package var pickUpShelf: Location?

  package init(
    code: Outcome.Code, notes: [Outcome.Code] = [], copy: Copy, release: Release, loan: LoanView? = nil,
    hold: HoldView? = nil, fee: Fee? = nil, facts: Outcome.Facts
  ) {
    self.code = code
    self.notes = notes
    self.copy = copy
    self.release = release
    self.loan = loan
    self.hold = hold
    self.fee = fee
    self.facts = facts
  }
}

extension Queryable {
  func view(of loan: Loan, _ rules: LoanRules) throws -> LoanView {
    let copy = try copy(of: loan)
    guard let release = try release(copy.release) else { throw CounterError.noSuchRelease }
    return LoanView(
      loan: loan, copy: copy, release: release, borrower: try loan.borrower.flatMap { try borrower($0) },
      overdueDays: rules.overdueDays(loan, at: now))
  }

  func loanView(_ id: Loan.ID, _ rules: LoanRules) throws -> LoanView {
    guard let loan = try loan(id) else { throw CounterError.noSuchLoan }
    return try view(of: loan, rules)
  }

  /// - Throws: `CounterError.noSuchLoan` or `.isOver`.
  func openLoan(_ id: Loan.ID) throws -> Loan {
    guard let loan = try loan(id) else { throw CounterError.noSuchLoan }
    guard loan.isOpen else { throw CounterError.isOver }
    return loan
  }

  func copy(of loan: Loan) throws -> Copy {
    guard let copy = try copy(loan.copy) else { throw CounterError.noSuchCopy }
    return copy
  }

  /// Returns the borrower of a copy's open loan.
  func whose(_ copy: Copy) throws -> Borrower {
    guard let id = copy.loan?.borrower, let borrower = try borrower(id) else { throw CounterError.noSuchLoan }
    return borrower
  }
}

extension LoanRules {
  /// Returns the time before which a loan has to be due to count as due soon; nil if the library sends no such
  /// reminders.
  package func dueSoonEnd(at now: Timestamp) -> Timestamp? {
    house.reminders.dueSoonDays.map { days in
      zone.endOfDay(CivilDate(daysSince1970: zone.day(at: now).daysSince1970 + days)) + .milliseconds(1)
    }
  }
}
