internal import CommandLineArguments
internal import Deadwax
internal import Lending

extension QueryParser {
  /// A value as it stands in the query.
  struct Value {
    let text: String
    /// True if an asterisk ends it, or if a person is still typing it.
    let isPrefix: Bool
    let position: Range<Int>
  }

  /// Reads a value: a text in quotation marks, or one up to the next blank or parenthesis.
  mutating func value() throws(QueryError) -> Value {
    let start = scanner.position
    if scanner.next == "\"" {
      let inner = try scanner.quotation()
      let isPrefix = scanner.skip("*")
      return Value(text: scanner.text(inner), isPrefix: isPrefix, position: start..<scanner.position)
    }
    let text = scanner.text(scanner.bareText())
    let isPrefix = text.hasSuffix("*") || (isTyping && scanner.isAtEnd)
    return Value(text: text, isPrefix: isPrefix, position: start..<scanner.position)
  }

  /// Parses a name, a colon and a value; nil, without moving, if no name stands there.
  ///
  /// - Returns: the condition, or nil in it for the order and the domain.
  mutating func field() throws(QueryError) -> QueryCondition?? {
    let before = scanner
    guard let (name, position) = scanner.fieldName() else { return nil }
    guard let field = QueryField.named(name) else {
      // A colon at the end of a word is punctuation, and one in the code of a copy is a part of it.
      if QueryScanner.endsValue(scanner.next) || Self.beginsCode("\(name):") {
        scanner = before
        return nil
      }
      let known = QueryField.names.map(\.name) + QueryField.aliases.keys.sorted()
      throw QueryError(
        .unknownField(name, suggestion: nearest(name.lowercased(), among: known)), at: position)
    }
    var isWhole = false
    if case .text = field { isWhole = scanner.skip("=") }
    guard !QueryScanner.endsValue(scanner.next) else {
      throw QueryError(.missingValue(field: name), at: position.lowerBound..<scanner.position)
    }
    let value = try self.value()
    if case .sort = field {
      try set(order(value), at: position.lowerBound..<value.position.upperBound)
      return .some(nil)
    }
    if case .domain = field {
      guard let domain = QueryDomain(rawValue: value.text.lowercased()) else {
        throw refused(value, "in", among: QueryDomain.allCases.map(\.rawValue))
      }
      try set(domain, at: position.lowerBound..<value.position.upperBound)
      return .some(nil)
    }
    let term = try term(field, value, isWhole: isWhole)
    var size = 1
    if case .text(_, let text) = term { size = text.words.count }
    try count(size, at: value.position)
    return .some(.term(term))
  }

  /// Returns true if one of Deadwax's own codes begins with a text, as a scanner types it.
  private static func beginsCode(_ text: String) -> Bool {
    if case .notOurs = OwnCode.read(text) { false } else { true }
  }

  private func term(_ field: QueryField, _ value: Value, isWhole: Bool) throws(QueryError) -> QueryTerm {
    switch field {
    case .text(let field):
      let words = isWhole ? QueryWords(whole: value.text) : QueryWords(value.text, isPrefix: value.isPrefix)
      guard let text = words else {
        throw refused(value, field.rawValue, "a text with a letter or digit")
      }
      return .text(field, text)
    case .number(let field):
      guard let number = QueryNumber(value.text, isPrefix: value.isPrefix) else {
        throw refused(value, field.rawValue, "a number with a letter or digit")
      }
      return .number(field, number)
    case .year: return .year(try year(value))
    case .decade: return .year(try decade(value))
    case .added: return try dayTerm(value, "added", QueryTerm.added, QueryTerm.addedWithin)
    case .lent: return try dayTerm(value, "lent", QueryTerm.lent, QueryTerm.lentWithin)
    case .medium:
      guard let medium = Medium(rawValue: value.text.lowercased()) else {
        throw refused(value, "medium", among: Medium.allCases.map(\.rawValue))
      }
      return .medium(medium)
    case .condition: return .grade(try grades(value))
    case .sort, .domain: preconditionFailure("the order and the domain are no terms")
    }
  }

  private func order(_ value: Value) throws(QueryError) -> [QuerySort] {
    var order: [QuerySort] = []
    for part in value.text.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = part.hasPrefix("-")
      guard let key = QuerySort.Key(rawValue: (isDescending ? part.dropFirst() : part).lowercased()) else {
        throw refused(value, "sort", among: QuerySort.Key.allCases.map(\.rawValue))
      }
      guard !order.contains(where: { $0.key == key }) else { throw QueryError(.repeatedSort, at: value.position) }
      order.append(QuerySort(key, isDescending: isDescending))
    }
    return order
  }

  /// Returns the error about a value outside of a few choices.
  func refused(_ value: Value, _ field: String, among choices: [String]) -> QueryError {
    let form = choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    let near = nearest(value.text.lowercased(), among: choices)
    return QueryError(.badValue(field: field, form: form, suggestion: near), at: value.position)
  }

  /// Returns the error about a value that has not the form of its field.
  func refused(_ value: Value, _ field: String, _ form: String) -> QueryError {
    QueryError(.badValue(field: field, form: form, suggestion: nil), at: value.position)
  }
}
