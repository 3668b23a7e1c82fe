package import Deadwax

/// A block of a borrower.
package struct BlockDetail: Codable, Sendable {
  /// The reason, entered by staff.
  package var reason: String
  package var at: RFC3339Time

  init(_ block: Borrower.Block) {
    reason = block.reason
    at = RFC3339Time(block.at)
  }
}
