package import Deadwax

/// A hold: one of `release` and `copy`, one of `borrower` and `card`.
package struct HoldRequest: Codable, Sendable {
  /// The release, of which any copy fulfils the hold.
  package var release: Release.ID?
  /// The only copy that fulfils the hold.
  package var copy: Copy.ID?
  /// The id of the borrower, unless `card` is given.
  package var borrower: Borrower.ID?
  /// The code of the card, as scanned, unless `borrower` is given.
  package var card: String?
  /// The time after which the hold is no longer needed and expires.
  package var notAfter: RFC3339Time?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout HoldRequest) -> Void) { set(&self) }
}
