package import Deadwax

/// The link to the page of a borrower. A borrower has at most one.
package struct BorrowerLinkRecord: Hashable, Sendable {
  package var borrower: Borrower.ID
  package var createdAt: Timestamp
  /// The time from which the link is invalid.
  package var endsAt: Timestamp

  package init(borrower: Borrower.ID, createdAt: Timestamp, endsAt: Timestamp) {
    self.borrower = borrower
    self.createdAt = createdAt
    self.endsAt = endsAt
  }
}

extension Queryable {
  /// Returns the link of a borrower; nil if there is none, or if it has ended.
  package func link(of borrower: Borrower.ID) throws -> BorrowerLinkRecord? {
    try first("\(linkSelect) WHERE borrower_id = ?1 AND ends_at > ?2", borrower, now, as: link(from:))
  }

  /// Returns the stored links of a borrower, at most one, also if it has ended.
  package func everyLink(of borrower: Borrower.ID) throws -> [BorrowerLinkRecord] {
    try all("\(linkSelect) WHERE borrower_id = ?1", borrower, as: link(from:))
  }

  /// Returns the link with the hash of a token; nil if there is none, or if it has ended.
  package func link(hash: [UInt8]) throws -> BorrowerLinkRecord? {
    try first("\(linkSelect) WHERE hash = ?1 AND ends_at > ?2", hash, now, as: link(from:))
  }

  private func link(from row: Row) throws -> BorrowerLinkRecord {
    BorrowerLinkRecord(
      borrower: try row.id("borrower_id"), createdAt: try row.time("created_at"), endsAt: try row.time("ends_at"))
  }
}

private let linkSelect = "SELECT borrower_id, hash, created_at, ends_at FROM borrower_link"

extension WriteTransaction {
  /// Stores the link of a borrower in place of an earlier one. This is not recorded as a change and cannot be undone.
  package func store(_ link: BorrowerLinkRecord, hash: [UInt8]) throws {
    try run(
      """
      INSERT INTO borrower_link (borrower_id, hash, created_at, ends_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (borrower_id) DO UPDATE SET hash = ?2, created_at = ?3, ends_at = ?4
      """, link.borrower, hash, link.createdAt, link.endsAt)
  }

  /// Removes the link of a borrower. Returns false if there is none.
  package func removeLink(of borrower: Borrower.ID) throws -> Bool {
    try run("DELETE FROM borrower_link WHERE borrower_id = ?1", borrower) > 0
  }
}
