package import Deadwax

/// A link that was just created, with its token.
package struct CreatedBorrowerLink: Codable, Sendable {
  package var createdAt: RFC3339Time
  /// The time from which the link is invalid.
  package var endsAt: RFC3339Time
  /// The address of the page with the token. It is displayed only this once.
  package var address: String
  /// The rows of a QR code with the address; `1` is a dark module.
  package var qr: [String]

  package init(_ link: BorrowerLinkResource, address: String, qr: [String]) {
    createdAt = link.createdAt
    endsAt = link.endsAt
    self.address = address
    self.qr = qr
  }
}
