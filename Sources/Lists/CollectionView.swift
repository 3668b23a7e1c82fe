package import Deadwax
package import Queries

/// A smart collection with the number of its releases.
package struct CollectionView: Hashable, Sendable {
  /// The reason that a smart collection has no count.
  package enum Obstacle: Hashable, Sendable {
    /// Counting took too long.
    case timeout
    /// The search index is being built, after an update.
    case indexing
    /// The query is not understood, such as one of a later version.
    case mistake(QueryError)
  }

  /// The collection of a view: one of the program, or one that people made.
  package enum Subject: Hashable, Sendable {
    case builtIn(BuiltInCollection)
    case made(SmartCollection)
  }

  package var subject: Subject
  /// The number of releases; nil if there is an obstacle.
  package var count: Int?
  package var obstacle: Obstacle?
  /// True if the caller is its owner.
  package var isOwn: Bool

  /// The query of the library.
  package var query: String {
    switch subject {
    case .builtIn(let collection): collection.query
    case .made(let collection): collection.query
    }
  }
}
