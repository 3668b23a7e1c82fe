package import Deadwax
internal import Secrets
package import Storage

/// The stored links to the pages of borrowers. A token itself is not stored, only its hash.
package struct BorrowerLinkStore: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  /// Creates the link of a borrower. An earlier one ends.
  ///
  /// - Parameters:
  ///   - borrower: the borrower, who is not erased.
  ///   - days: the number of days after which the link ends.
  /// - Returns: the token, which is available only now, and the link; nil if there is no such borrower.
  /// - Throws: a `StorageError`.
  package func make(
    of borrower: Borrower.ID, days: Int
  ) throws -> (token: String, link: BorrowerLink)? {
    let token = Token.random()
    let record = try database.write { transaction -> BorrowerLinkRecord? in
      guard try transaction.borrower(borrower) != nil else { return nil }
      let record = BorrowerLinkRecord(
        borrower: borrower, createdAt: transaction.now, endsAt: transaction.now + .seconds(days * 86_400))
      try transaction.store(record, hash: Token.hash(of: token))
      return record
    }
    return record.map { (token, BorrowerLink($0)) }
  }

  /// Returns the valid link of a borrower; nil if there is none.
  package func link(of borrower: Borrower.ID) throws -> BorrowerLink? {
    try database.read { try $0.link(of: borrower) }.map(BorrowerLink.init)
  }

  /// Returns the valid link with a token; nil if there is none.
  package func link(token: String) throws -> BorrowerLink? {
    try database.read { try $0.link(hash: Token.hash(of: token)) }.map(BorrowerLink.init)
  }

  /// Ends the link of a borrower at once. Returns false if there is none.
  package func end(of borrower: Borrower.ID) throws -> Bool {
    try database.write { try $0.removeLink(of: borrower) }
  }
}
