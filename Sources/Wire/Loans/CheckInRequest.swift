package import Deadwax

/// A returned copy with the details of the return.
package struct CheckInRequest: Codable, Sendable {
  /// The id of the copy, unless `code` is given.
  package var copy: Copy.ID?
  /// A code of the copy.
  package var code: String?
  /// The time of the return, if it is not now; for a book drop.
  package var droppedAt: RFC3339Time?
  /// The number of returned parts. Required if several were checked out and `returns.asks-parts` is on; otherwise all
  /// by default.
  package var partsBack: Int?
  /// The `token` of the confirmation.
  package var confirm: String?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout CheckInRequest) -> Void) { set(&self) }
}
