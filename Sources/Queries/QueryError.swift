/// A query that cannot be understood, with the place of the mistake.
package struct QueryError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A name before a colon is no field. `suggestion` is the most similar one.
    case unknownField(String, suggestion: String?)
    /// Nothing follows the colon of a field.
    case missingValue(field: String)
    /// A field does not take a value. `form` describes the values that it takes, `suggestion` is the most similar one.
    case badValue(field: String, form: String, suggestion: String?)
    /// The first value of a range is above the last.
    case emptyRange
    /// A quotation mark or a parenthesis has no counterpart.
    case unclosedQuotation
    case unclosedParenthesis
    case unopenedParenthesis
    /// Nothing stands between two parentheses.
    case emptyParentheses
    /// Nothing stands on one side of OR.
    case missingOperand
    /// The order is set twice.
    case repeatedSort
    /// The order stands within parentheses or after a minus sign.
    case misplacedSort
    /// The domain is set twice.
    case repeatedDomain
    /// The domain stands within parentheses or after a minus sign.
    case misplacedDomain
    /// The query has too many characters, words or levels of parentheses. The number is the most that there can be.
    case tooLong(limit: Int)
    case tooManyTerms(limit: Int)
    case tooDeep(limit: Int)
  }

  package let reason: Reason
  /// The place of the mistake, in Unicode code points from the beginning of the query.
  package let position: Range<Int>

  package init(_ reason: Reason, at position: Range<Int>) {
    self.reason = reason
    self.position = position
  }

  /// The name of the reason in the API.
  package var code: String {
    switch reason {
    case .unknownField: "unknown-field"
    case .missingValue: "missing-value"
    case .badValue: "bad-value"
    case .emptyRange: "empty-range"
    case .unclosedQuotation: "unclosed-quotation"
    case .unclosedParenthesis: "unclosed-parenthesis"
    case .unopenedParenthesis: "unopened-parenthesis"
    case .emptyParentheses: "empty-parentheses"
    case .missingOperand: "missing-operand"
    case .repeatedSort: "repeated-sort"
    case .misplacedSort: "misplaced-sort"
    case .repeatedDomain: "repeated-domain"
    case .misplacedDomain: "misplaced-domain"
    case .tooLong: "too-long"
    case .tooManyTerms: "too-many-terms"
    case .tooDeep: "too-deep"
    }
  }

  /// The text that should stand at `position`; nil if none is similar enough.
  package var suggestion: String? {
    switch reason {
    case .unknownField(_, let suggestion), .badValue(_, _, let suggestion): suggestion
    default: nil
    }
  }

  /// Returns the query with carets under the mistake.
  ///
  /// - Parameter text: the query that was parsed. A line break or a tab in it becomes a blank.
  /// - Returns: two lines.
  package func marked(in text: String) -> String {
    let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    let carets = String(repeating: "^", count: max(1, position.count))
    return "\(String(String.UnicodeScalarView(line)))\n\(String(repeating: " ", count: position.lowerBound))\(carets)"
  }
}

extension QueryError: CustomStringConvertible {
  /// A sentence about the mistake, without its place.
  package var description: String {
    switch reason {
    case .unknownField(let name, let suggestion):
      "There is no field \(name).\(question(suggestion)) Quotation marks around it search for the text."
    case .missingValue(let field): "A value must follow \(field): without a blank."
    case .badValue(let field, let form, let suggestion): "\(field): takes \(form).\(question(suggestion))"
    case .emptyRange: "The range is empty: its first value is above the last."
    case .unclosedQuotation: "The quotation mark has no counterpart."
    case .unclosedParenthesis: "The parenthesis is not closed."
    case .unopenedParenthesis: "The parenthesis closes none."
    case .emptyParentheses: "Nothing stands between the parentheses."
    case .missingOperand: "OR needs a condition on both sides."
    case .repeatedSort: "The order is already set."
    case .misplacedSort: "The order cannot stand in parentheses or after a minus sign."
    case .repeatedDomain: "The domain is already set."
    case .misplacedDomain: "The domain cannot stand in parentheses or after a minus sign."
    case .tooLong(let limit): "A query has at most \(limit) characters."
    case .tooManyTerms(let limit): "A query has at most \(limit) words."
    case .tooDeep(let limit): "Parentheses and minus signs have at most \(limit) levels."
    }
  }

  private func question(_ suggestion: String?) -> String { suggestion.map { " Did you mean \($0)?" } ?? "" }
}
