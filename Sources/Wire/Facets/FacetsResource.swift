package import Deadwax

/// The releases of a search by the values that they have.
package struct FacetsResource: Codable, Sendable {
  /// The number of releases; omitted if counting took too long.
  package var total: Int?
  /// The facets in their order; none if counting took too long.
  package var facets: [Facet]
  /// True if counting took too long.
  package var isCutShort: Bool?

  /// The values of one property of releases.
  package struct Facet: Codable, Sendable {
    package var name: String
    /// The values, the chosen ones first and then the most frequent one.
    package var values: [Value]
    /// The number of further values.
    package var more: Int

    package init(_ table: FacetTable) {
      (name, values, more) = (table.facet.rawValue, table.values.map { Value($0) }, table.more)
    }
  }

  /// A value with its releases.
  package struct Value: Codable, Sendable {
    /// The value, for programs.
    package var key: String
    /// The value as the records write it.
    package var name: String
    package var count: Int
    /// The value as a query of the library.
    package var query: String
    /// True if it is a part of the search already.
    package var isChosen: Bool?
    /// The query of the search with the value, or without it if it is chosen.
    package var search: String

    package init(_ value: FacetTable.Value) {
      (key, name, count, query) = (value.key, value.name, value.count, value.query)
      (isChosen, search) = (value.isChosen ? true : nil, value.search)
    }
  }

  /// - Parameter found: the number of releases with the facets; nil if counting took too long.
  package init(_ found: (total: Int, tables: [FacetTable])?) {
    total = found?.total
    facets = (found?.tables ?? []).map { Facet($0) }
    isCutShort = found == nil ? true : nil
  }
}
