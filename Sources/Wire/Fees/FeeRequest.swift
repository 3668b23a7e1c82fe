package import Deadwax

/// A fee to charge: one of `borrower` and `card`.
package struct FeeRequest: Codable, Sendable {
  /// The id of the borrower, unless `card` is given.
  package var borrower: Borrower.ID?
  /// The code of the card, as scanned, unless `borrower` is given.
  package var card: String?
  /// The loan that the fee belongs to.
  package var loan: Loan.ID?
  /// The kind of fee; by default `other`.
  package var kind: Kind?
  /// The amount in minor units of the library's currency.
  package var amount: Int
  /// A note by staff.
  package var note: String?

  /// Creates a request; a function sets the optional members.
  package init(amount: Int, _ set: (inout FeeRequest) -> Void = { _ in }) {
    self.amount = amount
    set(&self)
  }

  /// The reason for a fee that staff charge. A refund is not charged.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case overdue, lost, parts, damage, other

    /// The reason as the library stores it.
    package var stored: Fee.Kind { Fee.Kind(rawValue: rawValue) ?? .other }
  }
}
