/// Money that a borrower owes, in whole minor units of the library's currency.
package struct Fee: Hashable, Sendable {
  package typealias ID = Identifier<Fee>

  /// The reason for the fee. The raw value is stored in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case overdue, lost, parts, damage, other
    /// Owed to the borrower, for a fee that was paid for a copy that was found later.
    case refund
  }

  package var id: ID
  package var borrower: Borrower.ID
  package var loan: Loan.ID?
  package var kind: Kind
  package var amount: Int
  /// The ISO 4217 code.
  package var currency: String
  package var at: Timestamp
  package var settledAt: Timestamp?
  /// True if the fee was waived rather than paid.
  package var isWaived: Bool
  package var note: String?
  /// The fee that a refund pays back.
  package var refundOf: ID?
  package var version: Int

  package init(
    id: ID, borrower: Borrower.ID, loan: Loan.ID? = nil, kind: Kind, amount: Int, currency: String, at: Timestamp,
    settledAt: Timestamp? = nil, isWaived: Bool = false, note: String? = nil, refundOf: ID? = nil,
    version: Int = 1
  ) {
    self.id = id
    self.borrower = borrower
    self.loan = loan
    self.kind = kind
    self.amount = amount
    self.currency = currency
    self.at = at
    self.settledAt = settledAt
    self.isWaived = isWaived
    self.note = note
    self.refundOf = refundOf
    self.version = version
  }
}
