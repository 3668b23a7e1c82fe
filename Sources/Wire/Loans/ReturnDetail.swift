package import Deadwax

/// The details of a return.
package struct ReturnDetail: Codable, Sendable {
  /// The time of the return, if it is not now; for a book drop.
  package var droppedAt: RFC3339Time?
  /// The number of returned parts. Required if several were checked out and `returns.asks-parts` is on; otherwise all
  /// by default.
  package var partsBack: Int?
  /// The `token` of the confirmation.
  package var confirm: String?

  package init(droppedAt: RFC3339Time? = nil, partsBack: Int? = nil, confirm: String? = nil) {
    self.droppedAt = droppedAt
    self.partsBack = partsBack
    self.confirm = confirm
  }
}
