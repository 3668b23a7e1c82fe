/// A condition for releases, as a tree in canonical form: `conjunction`, `disjunction` and `negation` make it.
package indirect enum QueryCondition: Hashable, Sendable {
  /// Every one of at least two conditions, none of which is a conjunction itself.
  case all([QueryCondition])
  /// One of at least two conditions, none of which is a disjunction itself.
  case any([QueryCondition])
  /// The opposite of a condition that is no negation itself.
  case not(QueryCondition)
  case term(QueryTerm)

  /// Returns the condition that all of the conditions hold; nil for none.
  package static func conjunction(_ parts: [QueryCondition]) -> QueryCondition? {
    let flat = parts.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
    return flat.count > 1 ? .all(flat) : flat.first
  }

  /// Returns the condition that one of the conditions holds; nil for none.
  package static func disjunction(_ parts: [QueryCondition]) -> QueryCondition? {
    let flat = parts.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
    return flat.count > 1 ? .any(flat) : flat.first
  }

  /// Returns the condition that a condition does not hold.
  package static func negation(_ part: QueryCondition) -> QueryCondition {
    if case .not(let inner) = part { inner } else { .not(part) }
  }
}

extension QueryCondition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .all(let parts):
      parts.map { part in if case .any = part { "(\(part))" } else { part.description } }.joined(separator: " ")
    case .any(let parts): parts.map(\.description).joined(separator: " OR ")
    case .not(.term(let term)): "-\(term)"
    case .not(let part): "-(\(part))"
    case .term(let term): term.description
    }
  }
}
