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
      try transaction.publish(.loanChanged, subject: id.text, payload: #""copy":"\#(loan.copy)""#)
      return try transaction.loanView(id, rules)
    }
  }

  /// Marks a copy as lost by its borrower: ends the loan and, where fees are on, can charge the price of the copy.
  ///
  /// - Parameters:
  ///   - id: an open loan.
  ///   - fee: the price in minor units; nil for none.
  ///   - by: the person or program that makes the change.
  /// - Returns: the loan, which has ended.
  /// - Throws: `StaffError.noSuchLoan`, `.isOver`, `.badValue`, or `.switchedOff` for a fee where fees are off.
  package func markLost(_ id: Loan.ID, fee: Int?, by: String?) throws -> LoanView {
    if let fee, !(1...10_000_000).contains(fee) {
      throw StaffError.badValue(
        field: "fee", sentence: "It must be a whole number from 1 to 10000000, in minor units.")
    }
    return try room.write { [room] transaction in
      let rules = try room.rules(in: transaction)
      if fee != nil, !rules.library.fees.isOn { throw StaffError.switchedOff(setting: "fees.on") }
      let loan = try transaction.openLoan(id)
      try transaction.perform(
        rules.losing(loan, price: fee, now: transaction.now), .returned, library: rules.library, by: by)
      try transaction.storeChange(.checkIn, by: by, reason: "lost")
      return try transaction.loanView(id, rules)
    }
  }

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
