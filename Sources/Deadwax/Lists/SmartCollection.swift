/// A named query of the library. Its releases are those that the query finds at the time.
package struct SmartCollection: Hashable, Sendable {
  package typealias ID = Identifier<SmartCollection>

  package var id: ID
  package var name: String
  /// The query as it was typed, with its order.
  package var query: String
  /// The account of the person who made it; nil if a program did.
  package var owner: AccountRecord.ID?
  /// True if all callers see it, and false for its owner alone.
  package var isShared: Bool
  package var createdAt: Timestamp
  package var version: Int

  package init(
    id: ID, name: String, query: String, owner: AccountRecord.ID?, isShared: Bool, createdAt: Timestamp, version: Int
  ) {
    self.id = id
    self.name = name
    self.query = query
    self.owner = owner
    self.isShared = isShared
    self.createdAt = createdAt
    self.version = version
  }
}
