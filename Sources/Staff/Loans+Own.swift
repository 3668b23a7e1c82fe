package import Deadwax
internal import Execution
internal import Lending
internal import Storage

extension Loans {
  /// Renews open loans of a borrower who asks without staff: each one that can be renewed, as one change.
  ///
  /// - Parameters:
  ///   - borrower: the borrower.
  ///   - loan: the only loan to renew; nil for all.
  ///   - by: the source of the change.
  /// - Returns: the renewed loans, and those that cannot be renewed, with all reasons.
  /// - Throws: `StaffError.noSuchBorrower`; `.noSuchLoan` if the loan is not an open one of this borrower.
  package func renewOwn(of borrower: Borrower.ID, only loan: Loan.ID?, by: String?) throws -> Renewals {
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let origin = RequestOrigin(
        channel: .station(isAttended: false), isClockRight: isClockRight, at: transaction.now)
      let open = try transaction.openLoans(of: borrower).filter { loan == nil || $0.id == loan }
      guard loan == nil || !open.isEmpty else { throw StaffError.noSuchLoan }
      return try Self.renewals(of: open, by: borrower, origin, try room.rules(in: transaction), by, in: transaction)
    }
  }

  /// Returns the maximum number of open loans of a borrower.
  ///
  /// - Throws: a `StorageError`.
  package func limit(of borrower: Borrower) throws -> Int {
    try room.database.read { [room] reading in try room.rules(in: reading).loanLimit(of: borrower) }
  }

  /// Renews each of some open loans that can be renewed; all renewals are one change.
  static func renewals(
    of loans: [Loan], by id: Borrower.ID, _ origin: RequestOrigin, _ rules: LendingPolicy, _ by: String?,
    in transaction: WriteTransaction
  ) throws -> Renewals {
    guard let borrower = try transaction.borrower(id) else { throw StaffError.noSuchBorrower }
    var renewed: [Loan.ID] = []
    var effects: [LendingEffect] = []
    var unrenewed: [Unrenewed] = []
    for loan in loans {
      let facts = try transaction.facts(of: transaction.copy(of: loan), rules.library)
      let plan = RenewalPlan(facts, by: borrower, origin, rules: rules)
      if plan.assessment.isClear {
        renewed.append(loan.id)
        effects += plan.effects
      } else {
        unrenewed.append(Unrenewed(loan: try transaction.view(of: loan, rules), reasons: plan.assessment.reasons))
      }
    }
    try transaction.perform(effects, .renewedAll, library: rules.library, by: by)
    try transaction.storeChange(.renew, by: by)
    return Renewals(renewed: try renewed.map { try transaction.loanView($0, rules) }, unrenewed: unrenewed)
  }
}
