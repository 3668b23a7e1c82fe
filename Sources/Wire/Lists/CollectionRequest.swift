/// A smart collection to make.
package struct CollectionRequest: Codable, Sendable {
  /// The name, at most 100 characters.
  package var name: String
  /// A query of the library, at most 1,000 characters.
  package var query: String
  /// True if all callers see it, which is so without this member.
  package var isShared: Bool?

  package init(name: String, query: String, isShared: Bool?) {
    self.name = name
    self.query = query
    self.isShared = isShared
  }
}
