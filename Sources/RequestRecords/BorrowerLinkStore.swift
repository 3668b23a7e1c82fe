package import Deadwax
internal import Secrets
package import Storage

/// The stored links to the pages of borrowers. A token itself is not stored, only its hash.
package struct BorrowerLinkStore: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  /// Creates the link of a borrower for staff. An earlier one of staff ends.
  ///
  /// - Parameters:
  ///   - borrower: the borrower, who is not erased.
  ///   - days: the number of days after which the link ends.
  /// - Returns: the token, which is available only now, and the link; nil if there is no such borrower.
  /// - Throws: a `StorageError`.
  package func make(
    of borrower: Borrower.ID, days: Int
  ) throws -> (token: String, link: BorrowerLink)? {
    try make(.staff, lasting: .seconds(days * 86_400)) { try $0.borrower(borrower)?.id }
  }

  /// Creates the link that a station shows to the borrower of a session. The one of an earlier session ends.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - hours: the number of hours after which the link ends.
  /// - Returns: the token, which is available only now, and the link; nil if there is no such session, or if it
  ///   no longer has a borrower.
  /// - Throws: a `StorageError`.
  package func make(
    for session: StoredSession.ID, hours: Int
  ) throws -> (token: String, link: BorrowerLink)? {
    try make(.session(session), lasting: .seconds(hours * 3600)) { reading in
      try reading.session(session)?.borrower.flatMap { try reading.borrower($0)?.id }
    }
  }

  private func make(
    _ kind: BorrowerLinkRecord.Kind, lasting time: Duration,
    of borrower: @escaping @Sendable (WriteTransaction) throws -> Borrower.ID?
  ) throws -> (token: String, link: BorrowerLink)? {
    let token = Token.random()
    let record = try database.write { transaction -> BorrowerLinkRecord? in
      guard let id = try borrower(transaction) else { return nil }
      let record = BorrowerLinkRecord(
        borrower: id, kind: kind, createdAt: transaction.now, endsAt: transaction.now + time)
      try transaction.store(record, hash: Token.hash(of: token))
      return record
    }
    return record.map { (token, BorrowerLink($0)) }
  }

  /// Returns the valid link of a borrower that ends last; nil if there is none.
  package func link(of borrower: Borrower.ID) throws -> BorrowerLink? {
    try database.read { try $0.link(of: borrower) }.map(BorrowerLink.init)
  }

  /// Returns the valid link with a token; nil if there is none.
  package func link(token: String) throws -> BorrowerLink? {
    try database.read { try $0.link(hash: Token.hash(of: token)) }.map(BorrowerLink.init)
  }

  /// Ends the links of a borrower at once. Returns false if there is none.
  package func end(of borrower: Borrower.ID) throws -> Bool {
    try database.write { try $0.removeLinks(of: borrower) }
  }

  /// Ends the link of a session at once. Returns false if there is none.
  package func end(of session: StoredSession.ID) throws -> Bool {
    try database.write { try $0.removeLink(of: session) }
  }
}
