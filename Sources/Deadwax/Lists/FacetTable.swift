/// The values of one facet that the releases of a search have.
package struct FacetTable: Hashable, Sendable {
  /// A value with its releases.
  package struct Value: Hashable, Sendable {
    /// The value as programs compare it, such as `1970` for a decade.
    package var key: String
    /// The value as the records write it.
    package var name: String
    /// The number of releases.
    package var count: Int
    /// The value as a query of the library.
    package var query: String
    /// True if it is a part of the search already.
    package var isChosen: Bool
    /// The query of the search with the value, or without it if it is chosen.
    package var search: String

    package init(key: String, name: String, count: Int, query: String, isChosen: Bool, search: String) {
      (self.key, self.name, self.count) = (key, name, count)
      (self.query, self.isChosen, self.search) = (query, isChosen, search)
    }
  }

  package var facet: Facet
  /// The values, the chosen ones first and then the most frequent one.
  package var values: [Value]
  /// The number of further values.
  package var more: Int

  package init(_ facet: Facet, values: [Value], more: Int) {
    (self.facet, self.values, self.more) = (facet, values, more)
  }
}
