package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension Loans {
  /// Marks a copy as lost by its borrower: ends the loan and, where fees are on, can charge the price of the copy.
  ///
  /// - Parameters:
  ///   - id: an open loan.
  ///   - fee: the price in minor units; nil for none.
  ///   - by: the person or program that makes the change.
  /// - Returns: the loan, which has ended.
  /// - Throws: `StaffError.noSuchLoan`, `.isOver`, `.badValue`, or `.switchedOff` for a fee where fees are off.
  package func markLost(_ id: Loan.ID, fee: Int?, by: String?) throws -> LoanView {
    try room.write { [room] transaction in
      let rules = try room.rules(in: transaction)
      switch rules.refusal(ofPrice: fee) {
      case .outOfRange:
        let (least, most) = (LossPlan.prices.lowerBound, LossPlan.prices.upperBound)
        throw StaffError.badValue(
          field: "fee", sentence: "It must be a whole number from \(least) to \(most), in minor units.")
      case .feesAreOff: throw StaffError.switchedOff(setting: "fees.on")
      case nil: break
      }
      let loan = try transaction.openLoan(id)
      try transaction.perform(
        rules.losing(loan, price: fee, now: transaction.now), .returned, library: rules.library, by: by)
      try transaction.storeChange(.checkIn, by: by, reason: "lost")
      return try transaction.loanView(id, rules)
    }
  }
}
