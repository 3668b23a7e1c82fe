package import Deadwax

/// The link to the page of a borrower. A borrower has at most one of each kind.
package struct BorrowerLinkRecord: Hashable, Sendable {
  /// The origin of a link.
  package enum Kind: Hashable, Sendable {
    /// Staff created it.
    case staff
    /// The station of this session showed it.
    case session(StoredSession.ID)

    var word: String { self == .staff ? "staff" : "session" }

    var session: StoredSession.ID? {
      guard case .session(let id) = self else { return nil }
      return id
    }
  }

  package var borrower: Borrower.ID
  package var kind: Kind
  package var createdAt: Timestamp
  /// The time from which the link is invalid.
  package var endsAt: Timestamp

  package init(borrower: Borrower.ID, kind: Kind, createdAt: Timestamp, endsAt: Timestamp) {
    self.borrower = borrower
    self.kind = kind
    self.createdAt = createdAt
    self.endsAt = endsAt
  }
}

extension Queryable {
  /// Returns the link of a borrower that ends last; nil if there is none, or if all have ended.
  package func link(of borrower: Borrower.ID) throws -> BorrowerLinkRecord? {
    try first(
      "\(linkSelect) WHERE borrower_id = ?1 AND ends_at > ?2 ORDER BY ends_at DESC, kind LIMIT 1", borrower, now,
      as: link(from:))
  }

  /// Returns the stored links of a borrower, at most one of each kind, also those that have ended.
  package func everyLink(of borrower: Borrower.ID) throws -> [BorrowerLinkRecord] {
    try all("\(linkSelect) WHERE borrower_id = ?1 ORDER BY created_at, kind", borrower, as: link(from:))
  }

  /// Returns the link with the hash of a token; nil if there is none, or if it has ended.
  package func link(hash: [UInt8]) throws -> BorrowerLinkRecord? {
    try first("\(linkSelect) WHERE hash = ?1 AND ends_at > ?2", hash, now, as: link(from:))
  }

  private func link(from row: Row) throws -> BorrowerLinkRecord {
    let session: StoredSession.ID? = try row.optionalID("session_id")
    return BorrowerLinkRecord(
      borrower: try row.id("borrower_id"), kind: session.map { .session($0) } ?? .staff,
      createdAt: try row.time("created_at"), endsAt: try row.time("ends_at"))
  }
}

private let linkSelect = "SELECT borrower_id, session_id, created_at, ends_at FROM borrower_link"

extension WriteTransaction {
  /// Stores the link of a borrower in place of an earlier one of its kind. This is not recorded as a change and cannot
  /// be undone.
  package func store(_ link: BorrowerLinkRecord, hash: [UInt8]) throws {
    try run(
      """
      INSERT INTO borrower_link (borrower_id, kind, session_id, hash, created_at, ends_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (borrower_id, kind) DO UPDATE SET session_id = ?3, hash = ?4, created_at = ?5, ends_at = ?6
      """, link.borrower, link.kind.word, link.kind.session, hash, link.createdAt, link.endsAt)
  }

  /// Removes the links of a borrower. Returns false if there is none.
  package func removeLinks(of borrower: Borrower.ID) throws -> Bool {
    try run("DELETE FROM borrower_link WHERE borrower_id = ?1", borrower) > 0
  }

  /// Removes the link that the station of a session showed. Returns false if there is none.
  package func removeLink(of session: StoredSession.ID) throws -> Bool {
    try run("DELETE FROM borrower_link WHERE session_id = ?1", session) > 0
  }
}
