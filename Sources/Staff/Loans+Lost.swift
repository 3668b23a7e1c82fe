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
    try lose(id, by: by) { _, _ in fee }
  }

  /// Marks a copy as lost by its borrower, and charges the replacement cost of the copy.
  ///
  /// - Throws: as `markLost`; `StaffError.badValue` if the copy has no replacement cost in the currency of fees.
  package func markLostForReplacement(_ id: Loan.ID, by: String?) throws -> LoanView {
    try lose(id, by: by) { transaction, rules in
      let field = "chargesReplacement"
      guard let cost = try transaction.ownFacts(of: try transaction.openLoan(id).copy)?.replacementCost else {
        throw StaffError.badValue(field: field, sentence: "The copy has no replacement cost.")
      }
      let currency = rules.library.fees.currency
      guard cost.currency == currency else {
        throw StaffError.badValue(
          field: field, sentence: "The replacement cost is in \(cost.currency), and fees are in \(currency).")
      }
      return cost.amount
    }
  }

  private func lose(
    _ id: Loan.ID, by: String?, price: @escaping @Sendable (WriteTransaction, LendingPolicy) throws -> Int?
  ) throws -> LoanView {
    try room.write { [room] transaction in
      let rules = try room.rules(in: transaction)
      let fee = try price(transaction, rules)
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
