package import Deadwax

/// A link to the page of a borrower.
package struct BorrowerLinkResource: Codable, Sendable {
  package var createdAt: RFC3339Time
  /// The time from which the link is invalid.
  package var endsAt: RFC3339Time

  package init(createdAt: Timestamp, endsAt: Timestamp) {
    self.createdAt = RFC3339Time(createdAt)
    self.endsAt = RFC3339Time(endsAt)
  }
}
