package import Deadwax

/// A named query of the library, with the number of releases that it finds now.
package struct CollectionResource: Codable, Sendable {
  /// The id of a collection that people made, or the name of one that every library has.
  package var id: String
  /// The name; in English for a collection that every library has.
  package var name: String
  /// The query of the library; empty for all releases.
  package var query: String
  /// True for a collection that every library has, which never changes.
  package var isBuiltIn: Bool
  /// True if all callers see it, and false for its owner alone.
  package var isShared: Bool
  /// True if the caller is the person who made it.
  package var isOwn: Bool
  /// The number of releases that the query finds.
  package var count: Int?
  /// The reason that there is no count.
  package var noCount: OpenWord<Obstacle>?
  /// The mistake of a query that is not understood.
  package var mistake: QueryMistake?
  package var createdAt: RFC3339Time?
  /// The version of the name, the query and the use, which increases with every change of them.
  package var version: Int?

  /// The reason that a collection has no count.
  package enum Obstacle: String, CaseIterable, Sendable {
    /// Counting took too long.
    case timeout
    /// The search index is being built, after an update.
    case indexing
    /// The query is not understood.
    case mistake
  }

  package init(_ builtIn: BuiltInCollection) {
    (id, name, query) = (builtIn.rawValue, builtIn.name, builtIn.query)
    (isBuiltIn, isShared, isOwn) = (true, true, false)
  }

  package init(_ collection: SmartCollection, isOwn: Bool) {
    (id, name, query) = (collection.id.text, collection.name, collection.query)
    (isBuiltIn, isShared, self.isOwn) = (false, collection.isShared, isOwn)
    createdAt = RFC3339Time(collection.createdAt)
    version = collection.version
  }
}
