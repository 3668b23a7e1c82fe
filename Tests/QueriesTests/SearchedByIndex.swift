import Queries

/// The queries that must be answered along an index: those with a condition for which there is one.
enum SearchedByIndex {
  static func isTrue(of query: Query) -> Bool { query.condition.map(isTrue) ?? false }

  private static func isTrue(_ condition: QueryCondition) -> Bool {
    switch condition {
    case .all(let parts): parts.contains(where: isTrue)
    case .any, .not: isOfWords(condition)
    // Most releases of a library have such a copy, so the list is read up to the end of a page.
    case .term(.state(.neverLent)): false
    case .term: true
    }
  }

  /// True for conditions about the words of a release alone, of which alternatives are found along the index, too.
  private static func isOfWords(_ condition: QueryCondition) -> Bool {
    switch condition {
    case .all(let parts): parts.contains(where: isOfWords)
    case .any(let parts): parts.allSatisfy(isOfWords)
    case .not, .term(.text(.place, _)), .term(.text(.crate, _)), .term(.added), .term(.addedWithin), .term(.lent),
      .term(.lentWithin):
      false
    case .term(.state(let state)): [.noBarcode, .needsCover].contains(state)
    case .term: true
    }
  }
}
