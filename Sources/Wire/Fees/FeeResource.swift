package import Deadwax

/// Money that a borrower owes.
package struct FeeResource: Codable, Sendable {
  package var id: Fee.ID
  /// The borrower; omitted after anonymisation.
  package var borrower: BorrowerSummary?
  /// The loan that the fee belongs to.
  package var loan: Loan.ID?
  /// The release of that loan.
  package var release: ReleaseSummary?
  /// The kind of fee. A `refund` is owed to the borrower, for a paid copy that was found.
  package var kind: Fee.Kind
  /// An amount in minor units of the currency.
  package var amount: Int
  /// The ISO 4217 code of the currency.
  package var currency: String
  package var at: RFC3339Time
  /// The time at which it was paid or waived; omitted while it is due.
  package var settledAt: RFC3339Time?
  /// True if it was waived instead of paid.
  package var isWaived: Bool
  /// A note by staff.
  package var note: String?
  /// The fee that a `refund` returns.
  package var refundOf: Fee.ID?
  /// The version, which increases with every change.
  package var version: Int

  package init(_ fee: Fee, borrower: Borrower?, release: Release?) {
    id = fee.id
    self.borrower = BorrowerSummary(borrower)
    loan = fee.loan
    self.release = release.map { ReleaseSummary($0) }
    kind = fee.kind
    amount = fee.amount
    currency = fee.currency
    at = RFC3339Time(fee.at)
    settledAt = RFC3339Time(fee.settledAt)
    isWaived = fee.isWaived
    note = fee.note
    refundOf = fee.refundOf
    version = fee.version
  }
}
