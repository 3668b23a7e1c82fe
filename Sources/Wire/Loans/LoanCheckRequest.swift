package import Deadwax

/// A possible loan: one of `copy` and `code`, one of `borrower` and `card`.
package struct LoanCheckRequest: Codable, Sendable {
  /// The id of the copy, unless `code` is given.
  package var copy: Copy.ID?
  /// The code of the copy, as scanned, unless `copy` is given.
  package var code: String?
  /// The id of the borrower, unless `card` is given.
  package var borrower: Borrower.ID?
  /// The code of the card, as scanned, unless `borrower` is given.
  package var card: String?

  package init(copy: Copy.ID? = nil, code: String? = nil, borrower: Borrower.ID? = nil, card: String? = nil) {
    self.copy = copy
    self.code = code
    self.borrower = borrower
    self.card = card
  }
}
