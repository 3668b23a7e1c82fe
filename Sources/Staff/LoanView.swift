package import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// A loan with the current records that it concerns.
package struct LoanView: Hashable, Sendable {
  package var loan: Loan
  package var copy: Copy
  package var release: Release
  /// The borrower; nil for an anonymised loan.
  package var borrower: Borrower?
  package var overdueDays: Int = 0
  /// The notes on the operation that returned this view.
  package var notes: [Outcome.Code] = []
}

extension Queryable {
  func view(of loan: Loan, _ rules: LendingPolicy) throws -> LoanView {
    let copy = try copy(of: loan)
    guard let release = try release(copy.release) else { throw StaffError.noSuchRelease }
    return LoanView(
      loan: loan, copy: copy, release: release, borrower: try loan.borrower.flatMap { try borrower($0) },
      overdueDays: rules.overdueDays(loan, at: now))
  }

  func loanView(_ id: Loan.ID, _ rules: LendingPolicy) throws -> LoanView {
    guard let loan = try loan(id) else { throw StaffError.noSuchLoan }
    return try view(of: loan, rules)
  }

  /// - Throws: `StaffError.noSuchLoan` or `.isOver`.
  func openLoan(_ id: Loan.ID) throws -> Loan {
    guard let loan = try loan(id) else { throw StaffError.noSuchLoan }
    guard loan.isOpen else { throw StaffError.isOver }
    return loan
  }

  func copy(of loan: Loan) throws -> Copy {
    guard let copy = try copy(loan.copy) else { throw StaffError.noSuchCopy }
    return copy
  }

  /// Returns the borrower of a copy's open loan.
  func whose(_ copy: Copy) throws -> Borrower {
    guard let id = copy.loan?.borrower, let borrower = try borrower(id) else { throw StaffError.noSuchLoan }
    return borrower
  }
}
