package import Deadwax

/// A sign-in: the time in which one browser or program acts for an account.
package struct SignInResource: Codable, Sendable {
  package var id: TokenRecord.ID
  /// The account.
  package var account: AccountRecord.ID?
  /// The name of the account.
  package var name: String
  package var role: Role
  /// The time of signing in.
  package var createdAt: RFC3339Time?
  /// The time of the last use, to the minute.
  package var seenAt: RFC3339Time?
  /// True for the sign-in that sent the request.
  package var isCurrent: Bool

  package init(_ record: TokenRecord, isCurrent: Bool) {
    id = record.id
    account = record.account
    name = record.name
    role = Role(rawValue: record.role) ?? .readerOnly
    createdAt = RFC3339Time(record.createdAt)
    seenAt = RFC3339Time(record.seenAt)
    self.isCurrent = isCurrent
  }
}
