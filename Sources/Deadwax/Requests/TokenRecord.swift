/// A token in the database, which never contains the secret itself.
package struct TokenRecord: Hashable, Sendable {
  package typealias ID = Identifier<TokenRecord>

  package var id: ID
  package var name: String
  package var role: String
  /// The only station that the token may act for, nil for any.
  package var station: Station.Name?
  package var createdAt: Timestamp
  package var revokedAt: Timestamp?
  /// The account whose sign-in this is; nil for a token of a program.
  package var account: AccountRecord.ID?
  /// The time of the last use of a sign-in, to the minute.
  package var seenAt: Timestamp?
  /// The lock of a screen that has this token; nil if it is free.
  package var lock: Lock?

  /// The lock of a station's screen: it shows the page Desk of its station only.
  package enum Lock: String, Sendable {
    /// Made locked by an administrator. The token stays valid when staff unlock the screen.
    case token
    /// Made by locking the screen. It ends when staff unlock the screen.
    case screen
  }

  package init(
    id: ID, name: String, role: String, station: Station.Name? = nil, createdAt: Timestamp,
    revokedAt: Timestamp? = nil, account: AccountRecord.ID? = nil, seenAt: Timestamp? = nil,
    lock: Lock? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.station = station
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.account = account
    self.seenAt = seenAt
    self.lock = lock
  }
}
