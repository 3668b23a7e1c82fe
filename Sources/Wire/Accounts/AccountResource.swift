package import Deadwax

/// The account of a person who signs in.
package struct AccountResource: Codable, Sendable {
  package var id: AccountRecord.ID
  package var name: String
  package var role: Role
  /// The creation time.
  package var createdAt: RFC3339Time?
  /// True if the account cannot sign in.
  package var isDisabled: Bool
  /// The member of staff whose card and PIN sign the account in; omitted for none.
  package var borrower: Borrower.ID?
  package var version: Int

  package init(_ record: AccountRecord) {
    id = record.id
    name = record.name
    role = Role(rawValue: record.role) ?? .readerOnly
    createdAt = RFC3339Time(record.createdAt)
    isDisabled = record.disabledAt != nil
    borrower = record.borrower
    version = record.version
  }
}
