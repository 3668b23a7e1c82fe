package import Deadwax

/// A note recorded with a change that concerns a borrower: a reason, or the reason for blocking the card.
package struct BorrowerRemark: Hashable, Sendable {
  package var at: Timestamp
  /// The kind of the change.
  package var kind: String
  package var reason: String?
  package var blockReason: String?
}
