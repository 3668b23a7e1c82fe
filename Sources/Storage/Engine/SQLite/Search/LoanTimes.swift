internal import Deadwax
internal import Queries

/// The loans that began on some days, as SQL with the time after which and the time up to which they began.
enum LoanTimes {
  /// The condition that a copy of the release of the row `s` has such a loan. CROSS JOIN begins with the few copies of the
  /// release.
  static let hasRelease = """
    EXISTS (SELECT 1 FROM copy c CROSS JOIN loan l ON l.copy_id = c.id
      WHERE c.release_id = s.release_id AND l.opened_at > ? AND l.opened_at <= ?)
    """

  /// The condition that a copy `c` has such a loan.
  static let hasCopy =
    "EXISTS (SELECT 1 FROM loan l WHERE l.copy_id = c.id AND l.opened_at > ? AND l.opened_at <= ?)"

  /// The ids of the releases that have such a loan. CROSS JOIN begins with the loans.
  static let releases = """
    SELECT DISTINCT c.release_id FROM loan l CROSS JOIN copy c ON c.id = l.copy_id
    WHERE l.opened_at > ? AND l.opened_at <= ?
    """

  /// Returns the two times of some days.
  static func values(of days: QueryRange, at moment: SearchMoment) -> [(any Bindable)?] {
    let (after, upTo) = moment.times(of: days)
    return [after ?? Timestamp(milliseconds: .min), upTo ?? Timestamp(milliseconds: .max)]
  }

  /// Returns the two times of the days of a condition; nil for a condition about something else.
  static func values(of term: QueryTerm, at moment: SearchMoment) -> [(any Bindable)?]? {
    switch term {
    case .lent(let days): values(of: days, at: moment)
    case .lentWithin(let span): moment.days(of: span).map { values(of: $0, at: moment) }
    default: nil
    }
  }
}
