package import Deadwax
internal import Storage

/// A valid link to the page of a borrower.
package struct BorrowerLink: Hashable, Sendable {
  package let borrower: Borrower.ID
  package let createdAt: Timestamp
  /// The time from which the link is invalid.
  package let endsAt: Timestamp

  init(_ record: BorrowerLinkRecord) {
    borrower = record.borrower
    createdAt = record.createdAt
    endsAt = record.endsAt
  }
}
