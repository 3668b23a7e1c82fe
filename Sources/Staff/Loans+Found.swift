package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension Loans {
  /// Records that the copy of a loan was found. A loan that the borrower claims returned ends at the time of that
  /// claim. A missing or lost copy becomes available; an unpaid fee for its loss is cancelled, and a paid one is
  /// refunded. In both cases the copy is trapped for the next hold.
  ///
  /// - Throws: `StaffError.noSuchLoan`; `PolicyRefusal(.alreadyThere)` for a copy that was neither claimed returned
  ///   nor missing or lost.
  package func markFound(_ id: Loan.ID, by: String?) throws -> LoanView {
    try room.write { [room] transaction in
      guard let loan = try transaction.loan(id) else { throw StaffError.noSuchLoan }
      let rules = try room.rules(in: transaction)
      let copy = try transaction.copy(of: loan)
      if loan.isOpen, let claimedAt = loan.claimedReturnedAt {
        let reported = CheckinPlan.Report(returnedAt: claimedAt, partsBack: loan.parts)
        let done = try StaffCheckin(room: room, transaction: transaction, by: by).take(copy, reported, isFound: true)
        var view = try transaction.loanView(id, rules)
        view.notes = done.notes
        return view
      }
      guard [.lost, .missing].contains(copy.status), copy.loan == nil else { throw PolicyRefusal(.alreadyThere) }
      let trap = rules.found(try transaction.facts(of: copy, rules.library), now: transaction.now)
      try transaction.perform(trap.effects, .found, library: rules.library, by: by)
      try transaction.storeChange(.copy, by: by, reason: "found")
      var view = try transaction.loanView(id, rules)
      if trap.hold != nil { view.notes = [.holdWaiting] }
      return view
    }
  }
}
