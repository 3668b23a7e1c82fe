package import Deadwax
package import Lending
internal import Storage

/// A loan with what it is about, as it is now.
package struct LoanView: Hashable, Sendable {
  package var loan: Loan
  package var copy: Copy
  package var release: Release
  /// Nil for a loan that was made anonymous.
  package var borrower: Borrower?
  package var overdueDays: Int
  /// What has to be known of what was just done with it.
  package var notes: [Outcome.Code] = []

  package init(loan: Loan, copy: Copy, release: Release, borrower: Borrower?, overdueDays: Int = 0) {
    self.loan = loan
    self.copy = copy
    self.release = release
    self.borrower = borrower
    self.overdueDays = overdueDays
  }
}

/// What a return came to, and where the copy goes now.
package struct ReturnView: Hashable, Sendable {
  /// `returned` or `returned-overdue`, or `not-on-loan` and `in-house` for what was not out.
  package var code: Outcome.Code
  package var notes: [Outcome.Code]
  package var copy: Copy
  package var release: Release
  package var loan: LoanView?
  /// The hold that it lies ready for now.
  package var hold: HoldView?
  package var fee: Fee?
  package var overdueDays: Int

  package init(
    code: Outcome.Code, notes: [Outcome.Code] = [], copy: Copy, release: Release, loan: LoanView? = nil,
    hold: HoldView? = nil, fee: Fee? = nil, overdueDays: Int = 0
  ) {
    self.code = code
    self.notes = notes
    self.copy = copy
    self.release = release
    self.loan = loan
    self.hold = hold
    self.fee = fee
    self.overdueDays = overdueDays
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

  /// The open loan of a copy, and who has it.
  func whose(_ copy: Copy) throws -> (loan: Loan, borrower: Borrower) {
    guard let loan = copy.loan, let id = loan.borrower, let borrower = try borrower(id) else {
      throw CounterError.noSuchLoan
    }
    return (loan, borrower)
  }

  func renewal(of copy: Copy, by borrower: Borrower, _ rules: LoanRules, isClockRight: Bool) throws -> Assessment {
    rules.renewal(
      of: copy, by: borrower, holds: try holds(fulfilledBy: copy.id, of: copy.release), isClockRight: isClockRight,
      now: now)
  }
}

extension LoanRules {
  /// Before when a loan has to be due to be due soon; nil where the house reminds of none.
  package func dueSoonEnd(at now: Timestamp) -> Timestamp? {
    house.reminders.dueSoonDays.map { days in
      zone.endOfDay(CivilDate(daysSince1970: zone.day(at: now).daysSince1970 + days)) + .milliseconds(1)
    }
  }
}
