/// Parses a query by recursive descent. `docs/queries.md` has the grammar.
struct QueryParser {
  /// The limits of a query, so that a hostile one costs little.
  static let wordLimit = 64
  static let depthLimit = 16

  var scanner: QueryScanner
  let isTyping: Bool
  private var sort: [QuerySort]?
  private var domain: QueryDomain?
  private var depth = 0
  private var words = 0

  init(_ text: String, isTyping: Bool) {
    scanner = QueryScanner(text)
    self.isTyping = isTyping
  }

  /// Parses the whole text.
  mutating func query() throws(QueryError) -> Query {
    guard scanner.count <= Query.characterLimit else {
      throw QueryError(.tooLong(limit: Query.characterLimit), at: Query.characterLimit..<scanner.count)
    }
    let condition = try alternatives().condition
    if !scanner.isAtEnd {
      throw QueryError(.unopenedParenthesis, at: scanner.position..<scanner.position + 1)
    }
    return Query(stated: condition, domain: domain, sort: sort ?? [])
  }

  /// Parses conditions with OR between them, up to the end or a closing parenthesis.
  ///
  /// - Returns: the condition; nil if it has no letter or digit. `isEmpty` is true if nothing stands there at all.
  private mutating func alternatives() throws(QueryError) -> (condition: QueryCondition?, isEmpty: Bool) {
    var parts: [QueryCondition] = []
    var (first, isEmpty) = try sequence()
    if let condition = first { parts.append(condition) }
    while true {
      let start = scanner.position
      guard scanner.skipOr() else { break }
      let position = start..<scanner.position
      if isEmpty { throw QueryError(.missingOperand, at: position) }
      (first, isEmpty) = try sequence()
      if isEmpty { throw QueryError(.missingOperand, at: position) }
      if let condition = first { parts.append(condition) }
    }
    return (QueryCondition.disjunction(parts), isEmpty)
  }

  /// Parses conditions that all hold.
  private mutating func sequence() throws(QueryError) -> (condition: QueryCondition?, isEmpty: Bool) {
    var parts: [QueryCondition] = []
    var isEmpty = true
    while true {
      scanner.skipBlanks()
      var ahead = scanner
      guard let next = scanner.next, next != ")", !ahead.skipOr() else { break }
      let before = (sort, domain)
      if let condition = try item() { parts.append(condition) }
      // The order and the domain are no conditions.
      if before == (sort, domain) { isEmpty = false }
    }
    return (QueryCondition.conjunction(parts), isEmpty)
  }

  /// Parses one condition; nil for the order and the domain, and for a text without a letter or digit.
  private mutating func item() throws(QueryError) -> QueryCondition? {
    let start = scanner.position
    if scanner.next == "-", !QueryScanner.endsValue(scanner.peek(1)) || scanner.peek(1) == "(" {
      scanner.advance()
      try enter(at: start)
      defer { depth -= 1 }
      return try item().map(QueryCondition.negation)
    }
    if scanner.skip("(") {
      try enter(at: start)
      defer { depth -= 1 }
      let (condition, isEmpty) = try alternatives()
      guard scanner.skip(")") else { throw QueryError(.unclosedParenthesis, at: start..<start + 1) }
      if isEmpty { throw QueryError(.emptyParentheses, at: start..<scanner.position) }
      return condition
    }
    if let found = try field() { return found }
    return try text()
  }

  private mutating func enter(at start: Int) throws(QueryError) {
    depth += 1
    if depth > Self.depthLimit { throw QueryError(.tooDeep(limit: Self.depthLimit), at: start..<start + 1) }
  }

  /// Counts the words of a term that was read.
  mutating func count(_ number: Int, at position: Range<Int>) throws(QueryError) {
    words += number
    if words > Self.wordLimit { throw QueryError(.tooManyTerms(limit: Self.wordLimit), at: position) }
  }

  /// Stores the order, which stands once and at the top.
  mutating func set(_ order: [QuerySort], at position: Range<Int>) throws(QueryError) {
    guard depth == 0 else { throw QueryError(.misplacedSort, at: position) }
    guard sort == nil else { throw QueryError(.repeatedSort, at: position) }
    sort = order
  }

  /// Stores the domain, which stands once and at the top.
  mutating func set(_ domain: QueryDomain, at position: Range<Int>) throws(QueryError) {
    guard depth == 0 else { throw QueryError(.misplacedDomain, at: position) }
    guard self.domain == nil else { throw QueryError(.repeatedDomain, at: position) }
    self.domain = domain
  }

  /// Parses a text outside of a field, or the name of a state.
  private mutating func text() throws(QueryError) -> QueryCondition? {
    if scanner.next != "\"" {
      var ahead = scanner
      let range = ahead.bareText()
      if let state = QueryState(name: scanner.text(range)) {
        scanner = ahead
        try count(1, at: range)
        return .term(.state(state))
      }
    }
    let start = scanner.position
    let value = try self.value()
    guard let text = QueryWords(value.text, isPrefix: value.isPrefix) else { return nil }
    try count(text.words.count, at: start..<scanner.position)
    return .term(.anywhere(text))
  }
}
