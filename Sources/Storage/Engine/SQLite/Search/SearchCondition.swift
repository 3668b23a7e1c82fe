internal import Deadwax
internal import Lending
internal import Queries

/// A condition as SQL about the row `s` of `release_search`. It is exact, and true or false, never NULL.
struct SearchCondition {
  private(set) var sql = ""
  private(set) var values: [(any Bindable)?] = []

  /// - Parameters:
  ///   - condition: the condition.
  ///   - moment: the time of the search.
  ///   - reading: the transaction, which knows the places and the crates.
  /// - Throws: a `StorageError`.
  init(_ condition: QueryCondition, at moment: SearchMoment, in reading: some Queryable) throws {
    switch condition {
    case .all(let parts): try add(parts, "AND", moment, reading)
    case .any(let parts): try add(parts, "OR", moment, reading)
    case .not(let part):
      let inner = try SearchCondition(part, at: moment, in: reading)
      add("NOT (\(inner.sql))", inner.values)
    case .term(let term): try add(term, moment, reading)
    }
  }

  private mutating func add(_ sql: String, _ values: [(any Bindable)?]) {
    self.sql += sql
    self.values += values
  }

  private mutating func add(
    _ parts: [QueryCondition], _ operation: String, _ moment: SearchMoment, _ reading: some Queryable
  ) throws {
    let inner = try parts.map { try SearchCondition($0, at: moment, in: reading) }
    add("(" + inner.map(\.sql).joined(separator: " \(operation) ") + ")", inner.flatMap(\.values))
  }

  private mutating func add(_ term: QueryTerm, _ moment: SearchMoment, _ reading: some Queryable) throws {
    switch term {
    case .anywhere(let text):
      let tags = QueryTextField.described.compactMap(SearchTag.of)
      let lines = tags.map { SearchDocument.line(text.words, $0, isPrefix: text.isPrefix) }
      let numbers = QueryNumberField.allCases.map {
        SearchDocument.line([text.words.joined()], SearchTag.of($0), isPrefix: true)
      }
      contains(lines + numbers)
    case .text(let field, let text):
      guard let tag = SearchTag.of(field) else { return try add(field, text, reading) }
      let line = SearchDocument.line(text.words, tag, isPrefix: text.isPrefix)
      // Each text is a line, and the first one has none before it.
      if text.isWhole { return add("(instr(char(10) || s.words, ?) > 0)", ["\n\(line)\n"]) }
      contains([line])
    case .number(let field, let number):
      contains([SearchDocument.line([number.key], SearchTag.of(field), isPrefix: number.isPrefix)])
    case .year(let range): add("(s.year > 0 AND s.year BETWEEN ? AND ?)", [range.lower ?? 0, range.upper ?? 9999])
    case .medium(let medium): contains([SearchDocument.line([medium.rawValue], SearchTag.medium, isPrefix: false)])
    case .grade(let grades):
      contains(
        Grade.allCases.filter(grades.contains).map {
          SearchDocument.line([SearchDocument.word(of: $0)], SearchTag.grade, isPrefix: false)
        })
    case .added(let days): add(days, moment)
    case .addedWithin(let span):
      if let days = moment.days(of: span) { add(days, moment) }
    case .lent, .lentWithin:
      if let times = LoanTimes.values(of: term, at: moment) { add(LoanTimes.hasRelease, times) }
    case .state(let state) where SearchDocument.states.contains(state):
      contains([SearchDocument.line([SearchDocument.word(of: state)], SearchTag.state, isPrefix: false)])
    case .state(let state): add(Self.sql(of: state), state == .overdue ? [moment.now] : [])
    }
  }

  /// Adds a condition about a field that is not in the index of words.
  private mutating func add(_ field: QueryTextField, _ text: QueryWords, _ reading: some Queryable) throws {
    if field == .crate {
      let ids = try reading.crates(named: text)
      return add(CrateContents.hasRelease, [ids, ids])
    }
    let ids = try reading.places(named: text)
    add("EXISTS (SELECT 1 FROM copy c WHERE c.release_id = s.release_id AND \(Self.placed))", [ids])
  }

  /// The condition that a copy `c` is in one of the places whose ids are a JSON list.
  static let placed = "c.place_id IN (SELECT value FROM json_each(?))"

  /// The condition that a copy `c` has no place but should have one, as the index `copy_without_place` has it.
  static let withoutPlace = "c.place_id IS NULL AND c.status NOT IN ('lost', 'withdrawn')"

  private mutating func contains(_ lines: [String]) {
    add("(" + lines.map { _ in "instr(s.words, ?) > 0" }.joined(separator: " OR ") + ")", lines)
  }

  /// Adds the condition that a release was added on one of some days. The numbers are times.
  private mutating func add(_ days: QueryRange, _ moment: SearchMoment) {
    let numbers = moment.numbers(of: days)
    add("(s.number BETWEEN ? AND ?)", [numbers.lowerBound, numbers.upperBound])
  }

  private static func sql(of state: QueryState) -> String {
    switch state {
    case .onLoan:
      """
      EXISTS (SELECT 1 FROM copy c JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
        WHERE c.release_id = s.release_id)
      """
    case .overdue:
      """
      EXISTS (SELECT 1 FROM copy c JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
        WHERE c.release_id = s.release_id AND l.due_at < ?)
      """
    case .neverLent: "EXISTS (SELECT 1 FROM copy c WHERE c.release_id = s.release_id AND \(UnlentCopies.condition))"
    case .wished: "EXISTS (SELECT 1 FROM release w WHERE w.id = s.release_id AND w.wished_at IS NOT NULL)"
    case .favourite: "EXISTS (SELECT 1 FROM release w WHERE w.id = s.release_id AND w.favourite_at IS NOT NULL)"
    case .missingLocation: "EXISTS (SELECT 1 FROM copy c WHERE c.release_id = s.release_id AND \(withoutPlace))"
    // They are words of the index.
    case .noBarcode, .needsCover: "1"
    }
  }
}
