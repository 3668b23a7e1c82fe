import Deadwax
import Lending
import Queries

/// A release with its copies as a query sees it, in which conditions are checked one by one.
struct NaiveRecord {
  var texts: [QueryTextField: [String]] = [:]
  var numbers: [QueryNumberField: [String]] = [:]
  var year: Int?
  /// The day on which it was added.
  var added: Int
  /// The days on which loans of its copies began.
  var lent: [Int] = []
  var medium: Medium
  var grades: [Grade]
  var states: Set<QueryState>

  static let words = ["Bowie", "Björk", "love", "lover", "Low", "don't", "AC/DC", "the", "1999", "overdue", "OR"]
  static let printed = ["CK 63628", "ck-63629", "5.8.77", "PL 12", "7599-25704"]
  static let today = 20_000

  static func random(_ random: inout some RandomNumberGenerator) -> NaiveRecord {
    var record = NaiveRecord(
      year: Bool.random(using: &random) ? .random(in: 1960...1990, using: &random) : nil,
      added: today - .random(in: 0...800, using: &random), medium: Medium.allCases.pick(&random),
      grades: Grade.allCases.filter { _ in .random(in: 0..<4, using: &random) == 0 },
      states: Set(QueryState.allCases.filter { _ in Bool.random(using: &random) }))
    record.lent = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      today - .random(in: 0...800, using: &random)
    }
    for field in QueryTextField.allCases {
      record.texts[field] = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in words.pick(&random) }
          .joined(separator: " ")
      }
    }
    for field in QueryNumberField.allCases where Bool.random(using: &random) {
      record.numbers[field] = [printed.pick(&random)]
    }
    return record
  }

  /// Returns true if a condition holds for the record.
  func matches(_ condition: QueryCondition) -> Bool {
    switch condition {
    case .all(let parts): parts.allSatisfy(matches)
    case .any(let parts): parts.contains(where: matches)
    case .not(let part): !matches(part)
    case .term(let term): matches(term)
    }
  }

  private func matches(_ term: QueryTerm) -> Bool {
    switch term {
    case .anywhere(let text):
      QueryTextField.described.contains { field in
        texts[field, default: []].contains { text.occurs(in: SearchWords.words(of: $0)) }
      }
        || numbers.values.joined().contains { QueryNumber.key(of: $0).hasPrefix(text.words.joined()) }
    case .text(let field, let text): texts[field, default: []].contains { text.occurs(in: SearchWords.words(of: $0)) }
    case .number(let field, let number): numbers[field, default: []].contains(where: number.matches)
    case .year(let range): year.map(range.contains) ?? false
    case .added(let range): range.contains(added)
    case .addedWithin(let span): added >= span.firstDay(until: Self.today) && added <= Self.today
    case .lent(let range): lent.contains(where: range.contains)
    case .lentWithin(let span):
      lent.contains { $0 >= span.firstDay(until: Self.today) && $0 <= Self.today }
    case .medium(let medium): self.medium == medium
    case .grade(let range): grades.contains(where: range.contains)
    case .state(let state): states.contains(state)
    }
  }
}

extension Array {
  /// Returns one of the elements.
  func pick(_ random: inout some RandomNumberGenerator) -> Element { self[.random(in: indices, using: &random)] }
}
