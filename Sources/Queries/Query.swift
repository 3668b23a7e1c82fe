/// A query of the library: a condition for releases, and the order of the result.
///
/// Pages, the API and the command line share this language. `docs/queries.md` has its grammar.
package struct Query: Hashable, Sendable {
  /// The maximum number of characters of a query.
  package static let characterLimit = 1000

  /// The condition; nil for all releases.
  package let condition: QueryCondition?
  /// The order, the first key first. Empty for the order of the list.
  package let sort: [QuerySort]

  package init(condition: QueryCondition?, sort: [QuerySort]) {
    self.condition = condition
    self.sort = sort
  }

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
    return ((condition.map { [$0.description] } ?? []) + order).joined(separator: " ")
  }
}
