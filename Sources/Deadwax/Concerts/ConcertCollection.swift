/// A named list of shows that a package has, such as a tour.
package struct ConcertCollection: Hashable, Sendable {
  /// A name in lower case with hyphens.
  package var id: String
  package var name: String
  package var summary: String
  package var tags: [String]
  package var shows: [String]

  package init(id: String, name: String, summary: String, tags: [String], shows: [String]) {
    (self.id, self.name, self.summary, self.tags, self.shows) = (id, name, summary, tags, shows)
  }
}
