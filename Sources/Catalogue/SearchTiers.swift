internal import Queries

/// The parts of an answer to a query, the best first: a query of words alone finds the releases that have the words in
/// their artist and title before those that have them elsewhere, such as in a credit.
struct SearchTiers {
  /// The queries whose releases follow each other. No release has two of them.
  let queries: [Query]

  init(_ query: Query) {
    guard let words = query.words, let named = QueryCondition.conjunction(words.map(Self.isNamed)) else {
      queries = [query]
      return
    }
    let all = words.map { QueryCondition.term(.anywhere($0)) }
    queries = [
      Query(condition: named, sort: []),
      Query(condition: QueryCondition.conjunction(all + [QueryCondition.negation(named)]), sort: []),
    ]
  }

  private static func isNamed(_ text: QueryWords) -> QueryCondition {
    .any([.term(.text(.artist, text)), .term(.text(.title, text))])
  }
}

extension Query {
  /// The texts of a query of words alone, without a field and without an order; nil for other queries.
  var words: [QueryWords]? {
    guard sort.isEmpty else { return nil }
    let parts: [QueryCondition] =
      switch condition {
      case .all(let parts)?: parts
      case let part?: [part]
      case nil: []
      }
    let words = parts.compactMap { if case .term(.anywhere(let text)) = $0 { text } else { nil } }
    return words.isEmpty || words.count < parts.count ? nil : words
  }
}
