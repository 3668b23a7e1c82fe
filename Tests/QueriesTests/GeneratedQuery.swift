import Deadwax
import Lending
import Queries

/// A query that was generated from the grammar, with its meaning. The meaning knows neither the parser nor its tree.
struct GeneratedQuery {
  let text: String
  let matches: (NaiveRecord) -> Bool

  /// The fields of text and numbers of each domain, and those without one, as the document has them.
  private static let domains: [QueryDomain: (texts: Set<QueryTextField>, numbers: Set<QueryNumberField>)] = [
    .titles: ([.artist, .title], []),
    .metadata: ([.label, .credit, .format, .country], [.catalogue, .barcode, .matrix, .code]),
    .tags: ([.genre, .style, .tag], []), .tracks: ([.track], []), .notes: ([.note], []),
  ]

  /// Generates alternatives, sometimes in a domain.
  static func any(_ depth: Int, _ random: inout some RandomNumberGenerator) -> GeneratedQuery {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return any(depth, in: nil, &random) }
    let domain = QueryDomain.allCases.pick(&random)
    let inner = any(depth, in: domain, &random)
    let forms = ["in:\(domain.rawValue) \(inner.text)", "\(inner.text) IN:\(domain.rawValue)"]
    let text = forms.pick(&random)
    return GeneratedQuery(text: text, matches: inner.matches)
  }

  /// Generates alternatives in a domain that the text does not have.
  static func any(
    _ depth: Int, in domain: QueryDomain?, _ random: inout some RandomNumberGenerator
  ) -> GeneratedQuery {
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in all(depth, in: domain, &random) }
    let or = ["  OR ", " | ", " OR "].pick(&random)
    return GeneratedQuery(text: parts.map(\.text).joined(separator: or)) { record in
      parts.contains { $0.matches(record) }
    }
  }

  private static func all(
    _ depth: Int, in domain: QueryDomain?, _ random: inout some RandomNumberGenerator
  ) -> GeneratedQuery {
    let parts = (0..<Int.random(in: 1...2, using: &random)).map { _ in item(depth, in: domain, &random) }
    let blank = [" ", "  ", "\t"].pick(&random)
    return GeneratedQuery(text: parts.map(\.text).joined(separator: blank)) { record in
      parts.allSatisfy { $0.matches(record) }
    }
  }

  private static func item(
    _ depth: Int, in domain: QueryDomain?, _ random: inout some RandomNumberGenerator
  ) -> GeneratedQuery {
    switch depth > 0 ? Int.random(in: 0...5, using: &random) : 5 {
    case 0:
      let inner = item(depth - 1, in: domain, &random)
      return GeneratedQuery(text: "-\(inner.text)") { !inner.matches($0) }
    case 1:
      let inner = any(depth - 1, in: domain, &random)
      return GeneratedQuery(text: "(\(inner.text) )", matches: inner.matches)
    default: return term(in: domain, &random)
    }
  }

  private static func term(in domain: QueryDomain?, _ random: inout some RandomNumberGenerator) -> GeneratedQuery {
    switch Int.random(in: 0...9, using: &random) {
    case 0:
      let field = QueryTextField.allCases.pick(&random)
      let (text, words) = text(&random)
      if Bool.random(using: &random) {
        return GeneratedQuery(text: "\(field.rawValue):=\(text)") { record in
          record.texts[field, default: []].contains { folded($0) == words }
        }
      }
      return GeneratedQuery(text: "\(field.rawValue.uppercased()):\(text)") { record in
        record.texts[field, default: []].contains { has($0, words) }
      }
    case 1:
      let field = QueryNumberField.allCases.pick(&random)
      let number = NaiveRecord.printed.pick(&random)
      return GeneratedQuery(text: "\(field.rawValue):\"\(number)\"") { $0.numbers[field] == [number] }
    case 2:
      let (low, high) = (Int.random(in: 1955...1975, using: &random), Int.random(in: 1975...1995, using: &random))
      let forms: [(String, (Int) -> Bool)] = [
        ("\(low)..\(high)", { low <= $0 && $0 <= high }), ("\(low)..", { $0 >= low }), ("..\(high)", { $0 <= high }),
        ("<\(low)", { $0 < low }), (">\(low)", { $0 > low }), (">=\(low)", { $0 >= low }), ("\(low)", { $0 == low }),
      ]
      let form = forms.pick(&random)
      return GeneratedQuery(text: "year:\(form.0)") { $0.year.map(form.1) ?? false }
    case 3:
      let decade = [1960, 1970, 1980].pick(&random)
      let text = ["\(decade)s", "\(decade)", "\(decade - 1900)s"].pick(&random)
      return GeneratedQuery(text: "decade:\(text)") { $0.year.map { $0 / 10 * 10 == decade } ?? false }
    case 4:
      let medium = Medium.allCases.pick(&random)
      return GeneratedQuery(text: "medium:\(medium.rawValue)") { $0.medium == medium }
    case 5:
      let grade = Grade.allCases.pick(&random)
      return GeneratedQuery(text: "condition:\(grade.rawValue.lowercased())..") { record in
        record.grades.contains { $0 >= grade }
      }
    case 6:
      let days = Int.random(in: 1...900, using: &random)
      return GeneratedQuery(text: "added:\(days)d") { NaiveRecord.today - $0.added < days }
    case 7:
      let days = Int.random(in: 1...900, using: &random)
      let day = NaiveRecord.today - days
      let date = CivilDate(daysSince1970: day).description
      let forms: [(String, (Int) -> Bool)] = [
        ("\(days)d", { NaiveRecord.today - $0 < days }), (date, { $0 == day }), ("<\(date)", { $0 < day }),
        ("\(date)..", { $0 >= day }),
      ]
      let form = forms.pick(&random)
      return GeneratedQuery(text: "lent:\(form.0)") { $0.lent.contains(where: form.1) }
    case 8:
      let state = QueryState.allCases.pick(&random)
      return GeneratedQuery(text: state.rawValue) { $0.states.contains(state) }
    default:
      let (text, words) = text(&random)
      // The name of a state is searched for in quotation marks.
      let isState = QueryState(name: text) != nil
      return GeneratedQuery(text: isState ? "\"\(text)\"" : text) { record in
        let fields = domain.flatMap { domains[$0] }
        return record.texts.contains { field, texts in
          (fields?.texts.contains(field) ?? (field != .place && field != .crate)) && texts.contains { has($0, words) }
        }
          || record.numbers.contains { field, numbers in
            (fields?.numbers.contains(field) ?? true) && numbers.contains { key($0).hasPrefix(words.joined()) }
          }
      }
    }
  }

  /// Generates a word or a phrase, with its words as the records' texts have them.
  private static func text(_ random: inout some RandomNumberGenerator) -> (text: String, words: [String]) {
    let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in NaiveRecord.words.pick(&random) }
    let isPhrase = words.count > 1 || words == ["OR"]
    return (isPhrase ? "\"\(words.joined(separator: " "))\"" : words[0], words.flatMap(folded))
  }

  /// Returns the folded words of a text of the few words that the records have.
  private static func folded(_ text: String) -> [String] {
    text.lowercased().replacing("ö", with: "o").replacing("'", with: "").split { $0 == " " || $0 == "/" }.map(
      String.init)
  }

  private static func has(_ text: String, _ words: [String]) -> Bool {
    " \(folded(text).joined(separator: " ")) ".contains(" \(words.joined(separator: " ")) ")
  }

  private static func key(_ number: String) -> String { number.lowercased().filter { $0.isLetter || $0.isNumber } }
}
