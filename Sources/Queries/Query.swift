/// A query of the library: a condition for releases, and the order of the result.
///
/// Pages, the API and the command line share this language. `docs/queries.md` has its grammar.
package struct Query: Hashable, Sendable {
  /// The maximum number of characters of a query.
  package static let characterLimit = 1000

  /// The condition as it stands in the text; nil for all releases.
  package let stated: QueryCondition?
  /// The domain in which its words without a field are searched for; nil for everything that describes a release.
  package let domain: QueryDomain?
  /// The condition that releases meet: the stated one in the domain. Nil for all releases.
  package let condition: QueryCondition?
  /// The order, the first key first. Empty for the order of the list.
  package let sort: [QuerySort]

  package init(stated: QueryCondition?, domain: QueryDomain?, sort: [QuerySort]) {
    self.stated = stated
    self.domain = domain
    self.sort = sort
    condition = stated.map { domain?.narrowing($0) ?? $0 }
  }

  package init(condition: QueryCondition?, sort: [QuerySort]) { self.init(stated: condition, domain: nil, sort: sort) }

  /// Parses a query.
  ///
  /// - Parameters:
  ///   - text: the query as a person types it.
  ///   - isTyping: true if the person is still typing. A word at the end is then the beginning of a word.
  /// - Throws: a `QueryError`.
  package init(_ text: String, isTyping: Bool) throws(QueryError) {
    var parser = QueryParser(text, isTyping: isTyping)
    self = try parser.query()
  }
}

extension Query: CustomStringConvertible {
  /// The query in its canonical form. Parsing it gives an equal query.
  package var description: String {
    let order = sort.isEmpty ? [] : ["sort:" + sort.map(\.description).joined(separator: ",")]
    let place = domain.map { ["in:\($0.rawValue)"] } ?? []
    return ((stated.map { [$0.description] } ?? []) + place + order).joined(separator: " ")
  }
}
