/// Money that a borrower owes, in whole minor units of the house's currency.
package struct Fee: Hashable, Sendable {
  package typealias ID = Identifier<Fee>

  /// The raw value stands in the database.
  package enum Kind: String, CaseIterable, Codable, Sendable { case overdue, lost, parts, damage, other }

  package var id: ID
  package var borrower: Borrower.ID
  package var loan: Loan.ID?
  package var kind: Kind
  package var amount: Int
  /// As ISO 4217 writes it.
  package var currency: String
  package var at: Timestamp
  package var settledAt: Timestamp?
  /// Whether it was let off rather than paid.
  package var isWaived: Bool
  package var note: String?
  package var version: Int

  package init(
    id: ID, borrower: Borrower.ID, loan: Loan.ID? = nil, kind: Kind, amount: Int, currency: String, at: Timestamp,
    settledAt: Timestamp? = nil, isWaived: Bool = false, note: String? = nil, version: Int = 1
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
    self.version = version
  }
}
