internal import Deadwax
internal import Lending

/// A value with its limits: `a`, `a..b`, `a..`, `..b`, `<a`, `<=a`, `>a` or `>=a`.
private enum Limits<Bound> {
  case one(Bound)
  case between(Bound?, Bound?)
  case below(Bound)
  case above(Bound)
  case upTo(Bound)
  case from(Bound)

  /// Parses a text; nil if it has another form, or if `bound` refuses one of its values.
  init?(_ text: String, _ bound: (Substring) -> Bound?) {
    for (sign, make) in [
      ("<=", Limits.upTo), (">=", Limits.from), ("<", Limits.below), (">", Limits.above),
    ] where text.hasPrefix(sign) {
      guard let value = bound(text.dropFirst(sign.count)) else { return nil }
      self = make(value)
      return
    }
    guard let dots = text.firstRange(of: "..") else {
      guard let value = bound(text[...]) else { return nil }
      self = .one(value)
      return
    }
    let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
    let (lower, upper) = (bound(left), bound(right))
    // An end may be missing, but not both, and not because it cannot be read.
    guard lower != nil || left.isEmpty, upper != nil || right.isEmpty, lower != nil || upper != nil else { return nil }
    self = .between(lower, upper)
  }
}

extension QueryParser {
  func year(_ value: Value) throws(QueryError) -> QueryRange {
    let limits = Limits(value.text) { text in number(text, digits: 1...4) }
    guard let limits else {
      throw refused(value, "year", "a year such as 1975, a range such as 1969..1975, or a limit such as >=1975")
    }
    let range =
      switch limits {
      case .one(let year): QueryRange(year, year)
      case .between(let lower, let upper): QueryRange(lower, upper)
      case .below(let year): QueryRange(nil, year - 1)
      case .above(let year): QueryRange(year + 1, nil)
      case .upTo(let year): QueryRange(nil, year)
      case .from(let year): QueryRange(year, nil)
      }
    // The years of a query have four digits, so that each can be written.
    guard let range, (range.lower ?? 0) <= 9999, (range.upper ?? 0) >= 0 else {
      throw QueryError(.emptyRange, at: value.position)
    }
    return range
  }

  /// Parses `1970s`, `1970` or `70s`, which is in the twentieth century.
  func decade(_ value: Value) throws(QueryError) -> QueryRange {
    let text = value.text.lowercased()
    let digits = text.hasSuffix("s") ? text.dropLast() : text[...]
    let isShort = text.hasSuffix("s") && digits.utf8.count == 2
    guard let first = number(digits, digits: isShort ? 2...2 : 4...4), first % 10 == 0,
      let range = QueryRange(isShort ? 1900 + first : first, (isShort ? 1900 + first : first) + 9)
    else { throw refused(value, "decade", "a decade such as 1970s or 70s") }
    return range
  }

  func grades(_ value: Value) throws(QueryError) -> ClosedRange<Grade> {
    let all = Grade.allCases
    guard let limits = Limits(value.text, { Grade(String($0)) }) else {
      let names = all.map(\.rawValue).joined(separator: ", ")
      throw refused(value, "condition", "a grade (\(names)), a range such as VG..NM, or a limit such as >=VG")
    }
    let grades =
      switch limits {
      case .one(let grade): all.filter { $0 == grade }
      case .between(let lower, let upper): all.filter { (lower ?? $0) <= $0 && $0 <= (upper ?? $0) }
      case .below(let grade): all.filter { $0 < grade }
      case .above(let grade): all.filter { $0 > grade }
      case .upTo(let grade): all.filter { $0 <= grade }
      case .from(let grade): all.filter { $0 >= grade }
      }
    guard let worst = grades.first, let best = grades.last else { throw QueryError(.emptyRange, at: value.position) }
    return worst...best
  }

  /// The first day of the year 0 and the last of the year 9999: all that can be written.
  private static let firstDay = -719_528
  private static let lastDay = 2_932_896

  /// Parses a span such as `30d`, or a year, a month or a day with its limits.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - field: the name of the field.
  ///   - range: returns the condition about some days.
  ///   - span: returns the condition about the last days.
  /// - Returns: the condition.
  /// - Throws: a `QueryError` for a value of another form.
  func dayTerm(
    _ value: Value, _ field: String, _ range: (QueryRange) -> QueryTerm, _ span: (QuerySpan) -> QueryTerm
  ) throws(QueryError) -> QueryTerm {
    let text = value.text.lowercased()
    if text == "today", let today = QuerySpan(1, .days) { return span(today) }
    if let unit = text.last.flatMap({ QuerySpan.Unit(rawValue: String($0)) }) {
      if let last = number(text.dropLast(), digits: 1...4).flatMap({ QuerySpan($0, unit) }) { return span(last) }
    } else if let limits = Limits(text, days) {
      let found =
        switch limits {
        case .one(let days): QueryRange(days.lowerBound, days.upperBound)
        case .between(let lower, let upper): QueryRange(lower?.lowerBound, upper?.upperBound)
        case .below(let days): QueryRange(nil, days.lowerBound - 1)
        case .above(let days): QueryRange(days.upperBound + 1, nil)
        case .upTo(let days): QueryRange(nil, days.upperBound)
        case .from(let days): QueryRange(days.lowerBound, nil)
        }
      guard let found, (found.lower ?? 0) <= Self.lastDay, (found.upper ?? 0) >= Self.firstDay else {
        throw QueryError(.emptyRange, at: value.position)
      }
      return range(found)
    }
    let form = "a span such as 30d, 2w, 6m or 1y, a date such as 2024, 2024-05 or 2024-05-17, a range or a limit"
    throw refused(value, field, form)
  }

  /// Returns the days of a year, a month or a day, as numbers since 1970.
  private func days(_ text: Substring) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4) else { return nil }
    let rest = parts.dropFirst().compactMap { number($0, digits: 2...2) }
    guard rest.count == parts.count - 1 else { return nil }
    let months = rest.count > 0 ? rest[0]...rest[0] : 1...12
    let days = rest.count > 1 ? rest[1]...rest[1] : 1...31
    guard let first = CivilDate(year: year, month: months.lowerBound, day: days.lowerBound) else { return nil }
    // A month ends with the last of its days that the calendar has.
    let last = days.suffix(4).reversed().lazy.compactMap { CivilDate(year: year, month: months.upperBound, day: $0) }
      .first
    return first.daysSince1970...(last ?? first).daysSince1970
  }

  /// Parses ASCII digits; nil for another text or number of them.
  private func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
