internal import Deadwax
internal import Lending
internal import Queries
internal import Storage

/// A value of a facet, as a condition that can be added to a query.
struct FacetChoice {
  let key: String
  /// The value as the records write it, as far as its key says.
  let name: String
  let count: Int
  let condition: QueryCondition
  /// The releases in the search index, for the spelling of a text.
  let group: SearchGroups.Group?

  private init(
    _ key: String, name: String, _ count: Int, _ condition: QueryCondition, group: SearchGroups.Group?
  ) {
    (self.key, self.name, self.count) = (key, name, count)
    (self.condition, self.group) = (condition, group)
  }

  /// Returns the values of a facet that at least one release has, in no order.
  static func all(of facet: Facet, in found: FoundGroups) -> [FacetChoice] {
    if let field = facet.field {
      return (found.index.texts[field] ?? [:]).compactMap { words, group in
        text(words, words, group.count, field, group)
      }
    }
    switch facet {
    case .medium: return found.index.media.map { value($0.key.rawValue, $0.value, .term(.medium($0.key))) }
    case .condition:
      return found.index.grades.map { value($0.key.rawValue, $0.value, .term(.grade($0.key...$0.key))) }
    case .decade:
      return found.index.decades.compactMap { decade, count in
        QueryRange(decade, decade + 9).map { value(String(decade), count, .term(.year($0))) }
      }
    case .place:
      return found.places.filter { $0.value.releases > 0 }.compactMap { words, group in
        text(words, group.name, group.releases, .place, nil)
      }
    case .loan:
      let states: [(String, Int, QueryCondition)] = [
        ("on-loan", found.onLoan, .term(.state(.onLoan))), ("overdue", found.overdue, .term(.state(.overdue))),
        ("not-on-loan", found.index.total - found.onLoan, .not(.term(.state(.onLoan)))),
      ]
      return states.filter { $0.1 > 0 }.map { value($0.0, $0.1, $0.2) }
    case .genre, .style, .label, .country, .tag: return []
    }
  }

  private static func value(_ key: String, _ count: Int, _ condition: QueryCondition) -> FacetChoice {
    FacetChoice(key, name: key, count, condition, group: nil)
  }

  /// Returns the value of a text; nil for one without a letter or digit, which the language cannot name.
  private static func text(
    _ words: String, _ name: String, _ count: Int, _ field: QueryTextField, _ group: SearchGroups.Group?
  ) -> FacetChoice? {
    QueryWords(whole: words).map {
      FacetChoice(words, name: name, count, .term(.text(field, $0)), group: group)
    }
  }
}

extension Facet {
  /// The field of texts in the search index; nil for a facet that is counted otherwise.
  var field: QueryTextField? {
    switch self {
    case .genre: .genre
    case .style: .style
    case .label: .label
    case .country: .country
    case .tag: .tag
    case .medium, .decade, .condition, .place, .loan: nil
    }
  }
}
