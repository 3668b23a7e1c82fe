package import Deadwax
package import Lending
package import Queries

/// The time of a search, by which its days are those of the library.
package struct SearchMoment: Sendable {
  let now: Timestamp
  /// The day of the library, as a number of days since 1970.
  package let today: Int
  let zone: POSIXTimeZone

  /// - Parameters:
  ///   - now: the time.
  ///   - zone: the time zone of the library.
  package init(now: Timestamp, in zone: POSIXTimeZone) {
    self.now = now
    self.zone = zone
    today = zone.day(at: now).daysSince1970
  }

  /// Returns the times of the days of a condition, after the first and up to the second; nil for other conditions.
  func times(of condition: QueryCondition) -> (after: Timestamp?, upTo: Timestamp?)? {
    guard case .term(let term) = condition else { return nil }
    let days: QueryRange?
    switch term {
    case .added(let range): days = range
    case .addedWithin(let span): days = self.days(of: span)
    default: return nil
    }
    return days.map { times(of: $0) }
  }

  /// Returns the times of some days, after the first and up to the second.
  package func times(of days: QueryRange) -> (after: Timestamp?, upTo: Timestamp?) {
    (days.lower.map { end(of: $0 - 1) }, days.upper.map { end(of: $0) })
  }

  /// Returns the days of a span that ends today.
  func days(of span: QuerySpan) -> QueryRange? { QueryRange(span.firstDay(until: today), today) }

  /// Returns the end of the year before a year of the library, and that of the year itself.
  package func ends(ofYear year: Int) -> (before: Timestamp, end: Timestamp) {
    func first(_ year: Int) -> Int { CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 40_000 }
    return (end(of: first(year) - 1), end(of: first(year + 1) - 1))
  }

  /// Returns the range of the numbers of `release_search` of releases that were added on some days.
  func numbers(of days: QueryRange) -> ClosedRange<Int64> {
    // A later time has a lower number.
    let last = days.upper.map { ReleaseSearch.numbers(of: end(of: $0)).lowerBound } ?? .min
    let first = days.lower.map { ReleaseSearch.numbers(of: end(of: $0 - 1)).lowerBound - 1 } ?? .max
    return last <= first ? last...first : last...last
  }

  private func end(of day: Int) -> Timestamp {
    // No release was added in another century; the rules of a time zone need not know it.
    zone.endOfDay(CivilDate(daysSince1970: min(max(day, -40_000), 40_000)))
  }
}
