package import Catalogue
package import Deadwax

/// What is owed, paid and let off: whole minor units of the house's currency.
package struct Fees: Sendable {
  let room: CounterRoom

  package enum Listed: String, CaseIterable, Sendable { case due, settled, all }

  /// The newest first.
  ///
  /// - Throws: `CounterError.badCursor`.
  package func list(
    _ state: Listed, borrower: Borrower.ID? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<FeeView> {
    throw CounterError.notYet
  }

  /// - Throws: `CounterError.noSuchFee`.
  package func view(_ id: Fee.ID) throws -> FeeView { throw CounterError.notYet }

  /// Charges somebody.
  ///
  /// - Parameters:
  ///   - borrower: who owes it.
  ///   - kind: what for.
  ///   - amount: in minor units, 1 to 10,000,000.
  ///   - loan: what it came of; nil for none.
  ///   - note: what to tell of it.
  ///   - id: for the new fee; one is made when none is given.
  ///   - by: who does it.
  /// - Throws: `CounterError.switchedOff` where fees are off, `.badValue`, `.noSuchBorrower`, `.noSuchLoan`, or
  ///   `CounterRefusal(.duplicate)` for a second overdue fee of one loan.
  package func charge(
    _ borrower: Borrower.ID, kind: Fee.Kind, amount: Int, loan: Loan.ID? = nil, note: String?, id: Fee.ID? = nil,
    by: String?
  ) throws -> FeeView {
    throw CounterError.notYet
  }

  /// Notes that it was paid.
  ///
  /// - Throws: `CounterError.noSuchFee` or `.isOver`.
  package func settle(_ id: Fee.ID, by: String?) throws -> FeeView { throw CounterError.notYet }

  /// Lets it off.
  ///
  /// - Throws: `CounterError.noSuchFee`, `.isOver`, or `.badValue` without a reason.
  package func waive(_ id: Fee.ID, reason: String, by: String?) throws -> FeeView { throw CounterError.notYet }
}

/// A fee with what it came of.
package struct FeeView: Hashable, Sendable {
  package var fee: Fee
  package var borrower: Borrower?
  package var loan: Loan?
  package var release: Release?

  package init(fee: Fee, borrower: Borrower? = nil, loan: Loan? = nil, release: Release? = nil) {
    self.fee = fee
    self.borrower = borrower
    self.loan = loan
    self.release = release
  }
}
