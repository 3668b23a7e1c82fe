package import Deadwax

/// A loan: one of `copy` and `code`, one of `borrower` and `card`.
package struct LoanRequest: Codable, Sendable {
  /// The id of the copy, unless `code` is given.
  package var copy: Copy.ID?
  /// The code of the copy, as scanned, unless `copy` is given.
  package var code: String?
  /// The id of the borrower, unless `card` is given.
  package var borrower: Borrower.ID?
  /// The code of the card, as scanned, unless `borrower` is given.
  package var card: String?
  /// A due time instead of the one from the rules.
  package var dueAt: RFC3339Time?
  /// The `token` from `needs-confirmation`. It confirms exactly the reasons of that response.
  package var confirm: String?
  /// The reason why staff override the blockers; stored with the change.
  package var override: String?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout LoanRequest) -> Void) { set(&self) }
}
