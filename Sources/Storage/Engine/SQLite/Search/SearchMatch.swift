internal import Deadwax
internal import Lending
internal import Queries

/// A condition as a query of FTS5: it finds every release of the condition, and maybe more.
struct SearchMatch {
  /// The query in the language of FTS5.
  let query: String
  /// True if it finds no other releases.
  let isExact: Bool

  /// Returns the match of a condition; nil for one that the index of words cannot narrow down.
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - reading: the transaction, which knows the words that there are.
  /// - Returns: the match; nil if there is none.
  /// - Throws: a `StorageError`.
  static func of(_ condition: QueryCondition, in reading: some Queryable) throws -> SearchMatch? {
    switch condition {
    case .term(let term): return try of(term, in: reading)
    case .not: return nil
    case .any(let parts):
      var matches: [SearchMatch] = []
      for part in parts {
        guard let match = try of(part, in: reading) else { return nil }
        matches.append(match)
      }
      return SearchMatch(query: joined(matches.map(\.query), "OR"), isExact: matches.allSatisfy(\.isExact))
    case .all(let parts):
      var matches: [SearchMatch] = []
      var isExact = true
      var excluded: [String] = []
      for part in parts {
        if case .not(let inner) = part {
          // What is excluded must be no more than the condition says.
          if let match = try of(inner, in: reading), match.isExact {
            excluded.append(match.query)
          } else {
            isExact = false
          }
        } else if let match = try of(part, in: reading) {
          matches.append(match)
        } else {
          isExact = false
        }
      }
      guard !matches.isEmpty else { return nil }
      let found = joined(matches.map(\.query), "AND")
      return SearchMatch(
        query: excluded.isEmpty ? found : "(\(found) NOT \(joined(excluded, "OR")))",
        isExact: isExact && matches.allSatisfy(\.isExact))
    }
  }

  private static func of(_ term: QueryTerm, in reading: some Queryable) throws -> SearchMatch? {
    switch term {
    case .anywhere(let text):
      let words = try match(text, "", in: reading)
      let number = try beginning(text.words.joined(), String(SearchTag.anyNumber), in: reading)
      return SearchMatch(
        query: joined([words.query, number.query], "OR"), isExact: words.isExact && number.isExact)
    case .text(let field, let text):
      guard let tag = SearchTag.of(field) else { return nil }
      let words = try match(text, String(tag), in: reading)
      return text.isWhole ? SearchMatch(query: words.query, isExact: false) : words
    case .number(let field, let number):
      let tag = String(SearchTag.of(field))
      return try number.isPrefix ? beginning(number.key, tag, in: reading) : word(number.key, tag)
    case .year(let range): return year(range)
    case .medium(let medium): return word(medium.rawValue, String(SearchTag.medium))
    case .grade(let grades):
      let all = Grade.allCases.filter(grades.contains)
      return SearchMatch(
        query: joined(all.map { quoted("\(SearchTag.grade)\(SearchDocument.word(of: $0))") }, "OR"), isExact: true)
    case .state(let state) where SearchDocument.states.contains(state):
      return word(SearchDocument.word(of: state), String(SearchTag.state))
    case .state, .added, .addedWithin, .lent, .lentWithin: return nil
    }
  }

  /// Returns the match of words that follow each other. The index has sets of words, so their order is compared later.
  private static func match(_ text: QueryWords, _ tag: String, in reading: some Queryable) throws -> SearchMatch {
    var matches: [SearchMatch] = []
    for (index, word) in text.words.enumerated() {
      let isBeginning = text.isPrefix && index == text.words.count - 1
      matches.append(try isBeginning ? beginning(word, tag, in: reading) : Self.word(word, tag))
    }
    return SearchMatch(
      query: joined(matches.map(\.query), "AND"), isExact: matches.count == 1 && matches[0].isExact)
  }

  private static func word(_ word: String, _ tag: String) -> SearchMatch {
    let stored = word.unicodeScalars.prefix(SearchDocument.wordLimit)
    return SearchMatch(
      query: quoted(tag + String(stored)), isExact: word.unicodeScalars.count < SearchDocument.wordLimit)
  }

  /// The number of words that take the place of their beginning. FTS5 reads every row of all of them before the first
  /// result, if it looks for the beginning itself; it reads alternatives in order, up to the end of the page.
  private static let alternatives = 200

  private static func beginning(_ word: String, _ tag: String, in reading: some Queryable) throws -> SearchMatch {
    let scalars = word.unicodeScalars
    let sign = tag.unicodeScalars.first
    let isNumber = sign.map { SearchTag.isNumber($0) || $0 == SearchTag.anyNumber } ?? false
    if scalars.count <= (isNumber ? SearchDocument.numberBeginningLimit : SearchDocument.beginningLimit) {
      return SearchMatch(query: quoted("\(SearchTag.beginning)" + tag + word), isExact: true)
    }
    guard scalars.count < SearchDocument.wordLimit else { return Self.word(word, tag) }
    if !isNumber {
      // A word that the field never had would cost FTS5 a look-up.
      let words = try reading.all(
        "SELECT word FROM release_word WHERE word >= ?1 AND word < ?2 AND fields & ?3 <> 0 ORDER BY word LIMIT ?4",
        word, word + "\u{10FFFF}", sign.map(SearchTag.bit(of:)) ?? -1, alternatives + 1
      ) { try $0.text(0) }
      if words.isEmpty { return SearchMatch(query: quoted(tag + word), isExact: true) }
      if words.count <= alternatives {
        return SearchMatch(query: joined(words.map { quoted(tag + $0) }, "OR"), isExact: true)
      }
    }
    return SearchMatch(query: quoted(tag + word) + " *", isExact: true)
  }

  /// Returns the match of a range of years: whole centuries and decades are one word each.
  private static func year(_ range: QueryRange) -> SearchMatch {
    let (lower, upper) = (max(range.lower ?? 1, 1), min(range.upper ?? 9999, 9999))
    var queries: [String] = []
    var year = lower
    while year <= upper {
      let digits = SearchDocument.digits(of: year)
      var width = 1
      for step in [10, 100, 1000] where year % step == 0 && year + step - 1 <= upper { width = step }
      let length = 4 - (String(width).utf8.count - 1)
      queries.append(
        width == 1
          ? quoted("\(SearchTag.year)\(digits)")
          : quoted("\(SearchTag.beginning)\(SearchTag.year)\(digits.prefix(length))"))
      year += width
    }
    // An empty range, such as that before the first year, finds nothing.
    if queries.isEmpty { queries = [quoted("\(SearchTag.year)none")] }
    return SearchMatch(query: joined(queries, "OR"), isExact: true)
  }

  /// Returns a word in quotation marks, so that FTS5 takes it for a word alone.
  static func quoted(_ word: String) -> String { "\"\(word.replacing("\"", with: "\"\""))\"" }

  private static func joined(_ queries: [String], _ operation: String) -> String {
    queries.count == 1 ? queries[0] : "(" + queries.joined(separator: " \(operation) ") + ")"
  }
}
