package import Deadwax

/// A collection of shows that the package of the catalogue has.
package struct ConcertCollectionResource: Codable, Sendable {
  package var id: String
  package var name: String
  package var description: String
  package var tags: [String]
  /// The number of its shows.
  package var shows: Int

  package init(_ collection: ConcertCollection) {
    id = collection.id
    name = collection.name
    description = collection.summary
    tags = collection.tags
    shows = collection.shows.count
  }
}
