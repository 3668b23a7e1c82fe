/// A part of the library in which words without a field are searched for; the raw value follows `in:`.
package enum QueryDomain: String, CaseIterable, Sendable {
  case titles, metadata, tags, tracks, notes

  /// The fields of text of the domain; at least one.
  var texts: [QueryTextField] {
    switch self {
    case .titles: [.artist, .title]
    case .metadata: [.label, .credit, .format, .country]
    case .tags: [.genre, .style, .tag]
    case .tracks: [.track]
    case .notes: [.note]
    }
  }

  /// The fields of numbers of the domain, which begin with what is searched for.
  var numbers: [QueryNumberField] { self == .metadata ? QueryNumberField.allCases : [] }

  /// Returns the condition that a text occurs in the domain.
  private func condition(_ text: QueryWords) -> QueryCondition {
    let numbers = QueryNumber(text.words.joined(), isPrefix: true).map { number in
      self.numbers.map { QueryCondition.term(.number($0, number)) }
    }
    let parts = texts.map { QueryCondition.term(.text($0, text)) } + (numbers ?? [])
    return QueryCondition.disjunction(parts) ?? .term(.anywhere(text))
  }

  /// Returns a condition whose words without a field are searched for in the domain alone.
  func narrowing(_ condition: QueryCondition) -> QueryCondition {
    switch condition {
    case .all(let parts): QueryCondition.conjunction(parts.map(narrowing)) ?? condition
    case .any(let parts): QueryCondition.disjunction(parts.map(narrowing)) ?? condition
    case .not(let part): QueryCondition.negation(narrowing(part))
    case .term(.anywhere(let text)): self.condition(text)
    case .term: condition
    }
  }
}
