package import Deadwax
package import Lending

/// The smallest condition of a query.
package enum QueryTerm: Hashable, Sendable {
  /// A text in any field that describes the release, or at the beginning of a number.
  case anywhere(QueryWords)
  case text(QueryTextField, QueryWords)
  case number(QueryNumberField, QueryNumber)
  case year(QueryRange)
  /// The day on which the release was added, as a number of days since 1970.
  case added(QueryRange)
  /// One of the last days, months or years.
  case addedWithin(QuerySpan)
  /// The days on which a loan of a copy began, as numbers of days since 1970.
  case lent(QueryRange)
  /// A loan of a copy began in one of the last days, months or years.
  case lentWithin(QuerySpan)
  case medium(Medium)
  /// The condition of the medium of a copy.
  case grade(ClosedRange<Grade>)
  case state(QueryState)
}

extension QueryTerm: CustomStringConvertible {
  package var description: String {
    switch self {
    case .anywhere(let text):
      // A word that is also the name of a state stands in quotation marks.
      QueryState(name: text.description) == nil ? text.description : "\"\(text)\""
    case .text(let field, let text): "\(field.rawValue):\(text)"
    case .number(let field, let number): "\(field.rawValue):\(number)"
    case .year(let range): "year:\(range.text { QueryRange.year($0) })"
    case .added(let range): "added:\(Self.text(of: range))"
    case .addedWithin(let span): "added:\(span)"
    case .lent(let range): "lent:\(Self.text(of: range))"
    case .lentWithin(let span): "lent:\(span)"
    case .medium(let medium): "medium:\(medium.rawValue)"
    case .grade(let grades): "condition:\(Self.text(of: grades))"
    case .state(let state): state.rawValue
    }
  }

  private static func text(of days: QueryRange) -> String {
    days.text { CivilDate(daysSince1970: $0).description }
  }

  private static func text(of grades: ClosedRange<Grade>) -> String {
    let (low, high) = (grades.lowerBound, grades.upperBound)
    return low == high ? low.rawValue : "\(low.rawValue)..\(high.rawValue)"
  }
}
