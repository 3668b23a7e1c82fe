package import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension Loans {
  /// Notes that the borrower says it was given back. It is not reminded of any more.
  ///
  /// - Throws: `CounterError.noSuchLoan` or `.isOver`.
  package func claimReturned(_ id: Loan.ID, by: String?) throws -> LoanView {
    try room.write { [room] transaction in
      let loan = try transaction.openLoan(id)
      let rules = LoanRules(house: try room.house(in: transaction))
      guard loan.claimedReturnedAt == nil else { return try transaction.view(of: loan, rules) }
      _ = try transaction.setClaim(transaction.now, on: id)
      try transaction.keepChange(.claim, by: by)
      try transaction.publish(.loanChanged, subject: id.text, payload: #""copy":"\#(loan.copy)""#)
      return try transaction.loanView(id, rules)
    }
  }

  /// Gives a copy up that the borrower has lost: the loan ends, the copy is lost, and where fees are on its price may be
  /// charged.
  ///
  /// - Parameters:
  ///   - id: of an open loan.
  ///   - fee: in minor units; nil for none.
  ///   - by: who does it.
  /// - Returns: the loan, which is over.
  /// - Throws: `CounterError.noSuchLoan`, `.isOver`, `.badValue`, or `.switchedOff` for a fee where fees are off.
  package func markLost(_ id: Loan.ID, fee: Int?, by: String?) throws -> LoanView {
    if let fee, !(1...10_000_000).contains(fee) {
      throw CounterError.badValue(field: "fee", sentence: "It is a whole number from 1 to 10000000, in minor units.")
    }
    return try room.write { [room] transaction in
      let house = try room.house(in: transaction)
      if fee != nil, !house.fees.isOn { throw CounterError.switchedOff(setting: "fees.on") }
      let loan = try transaction.openLoan(id)
      guard try transaction.close(id, at: .office) else { throw CounterError.isOver }
      try transaction.set(.lost, of: loan.copy)
      if let fee, let borrower = loan.borrower {
        let charge = Fee(
          id: transaction.newID(), borrower: borrower, loan: id, kind: .lost, amount: fee,
          currency: house.fees.currency, at: transaction.now)
        try transaction.insert(charge)
        try transaction.publish(.feeChanged, subject: charge.id.text, payload: #""loan":"\#(id)""#)
      }
      try transaction.keepChange(.giveBack, by: by, reason: "lost")
      try transaction.publish(.loanClosed, subject: id.text, payload: #""copy":"\#(loan.copy)""#)
      try transaction.publish(.copyChanged, subject: loan.copy.text, payload: #""change":"lost""#)
      return try transaction.loanView(id, LoanRules(house: house))
    }
  }

  /// The copy of a loan is there again: it is available, and an unpaid fee for its loss is let off.
  ///
  /// - Throws: `CounterError.noSuchLoan`; `CounterRefusal(.alreadyThere)` when the copy was not lost.
  package func markFound(_ id: Loan.ID, by: String?) throws -> LoanView {
    try room.write { [room] transaction in
      guard let loan = try transaction.loan(id) else { throw CounterError.noSuchLoan }
      let copy = try transaction.copy(of: loan)
      guard [.lost, .missing].contains(copy.status) else { throw CounterRefusal(.alreadyThere) }
      let house = try room.house(in: transaction)
      try transaction.perform([.find(copy)], .found, house: house, by: by)
      for fee in try transaction.fees(for: id) where fee.kind == .lost && fee.settledAt == nil {
        if try transaction.settle(fee.id, waived: true) {
          try transaction.publish(.feeChanged, subject: fee.id.text, payload: #""change":"waived""#)
        }
      }
      try transaction.keepChange(.copy, by: by, reason: "found")
      return try transaction.loanView(id, LoanRules(house: house))
    }
  }
}
