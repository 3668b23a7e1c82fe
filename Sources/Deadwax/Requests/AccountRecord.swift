/// The account of a person who signs in, without the passphrase's hash.
package struct AccountRecord: Hashable, Sendable {
  package typealias ID = Identifier<AccountRecord>

  /// The permitted numbers of characters of a name.
  package static let nameLengths = 1...80

  package var id: ID
  package var version: Int
  /// The name for signing in, unique without regard to case.
  package var name: String
  package var role: String
  package var createdAt: Timestamp
  /// The time from which the account cannot sign in; nil while it can.
  package var disabledAt: Timestamp?
  /// The member of staff whose card and PIN sign this account in; nil for none.
  package var borrower: Borrower.ID?

  package init(
    id: ID, version: Int, name: String, role: String, createdAt: Timestamp, disabledAt: Timestamp? = nil,
    borrower: Borrower.ID? = nil
  ) {
    self.id = id
    self.version = version
    self.name = name
    self.role = role
    self.createdAt = createdAt
    self.disabledAt = disabledAt
    self.borrower = borrower
  }
}
