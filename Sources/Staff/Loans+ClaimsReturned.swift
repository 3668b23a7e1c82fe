package import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension Loans {
  /// Records that the borrower claims to have returned the copy. No more reminders are sent for the loan.
  ///
  /// - Throws: `StaffError.noSuchLoan` or `.isOver`.
  package func claimReturned(_ id: Loan.ID, by: String?) throws -> LoanView {
    try room.write { [room] transaction in
      let loan = try transaction.openLoan(id)
      let rules = try room.rules(in: transaction)
      guard loan.claimedReturnedAt == nil else { return try transaction.view(of: loan, rules) }
      _ = try transaction.setClaim(transaction.now, on: id)
      try transaction.storeChange(.claim, by: by)
      try transaction.publish(.loanChanged(copy: loan.copy, dueAt: nil), subject: id.text)
      return try transaction.loanView(id, rules)
    }
  }
}
