internal import Deadwax
internal import Queries

/// A search for releases by a query of the library's language.
///
/// Every release has a row in `release_search`, with all that it is found by. Its number is negative: minus the
/// millisecond in which the release was added, times 2²⁰, plus a counter within the millisecond. Ascending numbers
/// therefore follow the displayed list, newest first. `release_token` (FTS5) maps each word to the numbers of the rows
/// that have it, and a search reads them in order, up to the end of its page.
struct ReleaseSearch {
  /// The number of bits for releases added within one millisecond.
  private static let bits: Int64 = 20

  /// The tables from which a search starts: those with the fewest rows to look at.
  private enum Start {
    case words(String)
    /// The ids of releases, from a query with its value.
    case releases(String, [(any Bindable)?])
    case list
  }

  private let start: Start
  private let conditions: [SearchCondition]
  /// The times at which releases were added, after the first and up to the second, for a query of days alone.
  private let times: (after: Timestamp?, upTo: Timestamp?)?
  let order: SearchOrder

  /// - Parameters:
  ///   - query: the query.
  ///   - moment: the time of the search.
  ///   - reading: the transaction, which knows the words, the places and the crates that there are.
  /// - Throws: a `StorageError`.
  init(_ query: Query, at moment: SearchMoment, in reading: some Queryable) throws {
    let parts: [QueryCondition] =
      switch query.condition {
      case .all(let parts)?: parts
      case let condition?: [condition]
      case nil: []
      }
    order = SearchOrder(query.sort)
    times = parts.count == 1 ? moment.times(of: parts[0]) : nil
    var remaining = parts
    if let few = try parts.lazy.compactMap({ try Self.few($0, moment) }).first {
      start = few
    } else if let condition = query.condition, let match = try SearchMatch.of(condition, in: reading) {
      start = .words(match.query)
      remaining = try match.isExact ? [] : parts.filter { try !Self.isExact($0, reading) }
    } else {
      start = try parts.lazy.compactMap { try Self.some($0, moment, reading) }.first ?? .list
    }
    conditions = try remaining.map { try SearchCondition($0, at: moment, in: reading) }
  }

  /// Returns true if the words alone decide about a part of a conjunction.
  private static func isExact(_ part: QueryCondition, _ reading: some Queryable) throws -> Bool {
    if case .not(let inner) = part { return try SearchMatch.of(inner, in: reading)?.isExact ?? false }
    return try SearchMatch.of(part, in: reading)?.isExact ?? false
  }

  /// Returns the releases of a state that few have at a time; nil for other conditions. CROSS JOIN begins with the
  /// loans: without it, SQLite reads all copies, because an index has these in the order of their releases.
  private static func few(_ condition: QueryCondition, _ moment: SearchMoment) throws -> Start? {
    switch condition {
    case .term(.state(.onLoan)):
      .releases(
        """
        SELECT DISTINCT c.release_id FROM loan l CROSS JOIN copy c ON c.id = l.copy_id
        WHERE l.returned_at IS NULL
        """, [])
    case .term(.state(.overdue)):
      .releases(
        """
        SELECT DISTINCT c.release_id FROM loan l CROSS JOIN copy c ON c.id = l.copy_id
        WHERE l.returned_at IS NULL AND l.due_at < ?
        """, [moment.now])
    default: nil
    }
  }

  /// Returns the releases of a condition with an index of its own; nil for other conditions.
  ///
  /// Releases with a copy that was never lent have none: they are most of a library, and the list finds a page of them
  /// sooner.
  private static func some(
    _ condition: QueryCondition, _ moment: SearchMoment, _ reading: some Queryable
  ) throws -> Start? {
    switch condition {
    case .term(let term) where LoanTimes.values(of: term, at: moment) != nil:
      .releases(LoanTimes.releases, LoanTimes.values(of: term, at: moment) ?? [])
    case .term(.text(.place, let text)):
      .releases(
        "SELECT DISTINCT c.release_id FROM copy c WHERE \(SearchCondition.placed)", [try reading.places(named: text)])
    case .term(.text(.crate, let text)): try crates(text, reading)
    case .term(.state(.wished)):
      .releases("SELECT id AS release_id FROM release WHERE wished_at IS NOT NULL AND removed_at IS NULL", [])
    case .term(.state(.favourite)):
      .releases("SELECT id AS release_id FROM release WHERE favourite_at IS NOT NULL AND removed_at IS NULL", [])
    case .term(.state(.missingLocation)):
      .releases("SELECT DISTINCT c.release_id FROM copy c WHERE \(SearchCondition.withoutPlace)", [])
    default: nil
    }
  }

  private static func crates(_ text: QueryWords, _ reading: some Queryable) throws -> Start {
    let ids = try reading.crates(named: text)
    return .releases(CrateContents.releases, [ids, ids])
  }

  /// Returns the range of numbers of a millisecond. Clamps out-of-range times, which occur in forged cursors.
  static func numbers(of time: Timestamp) -> ClosedRange<Int64> {
    let first = -(min(max(time.milliseconds, -1 << 42), 1 << 42) << bits)
    return first...(first + (1 << bits) - 1)
  }

  /// Returns the part of a query that follows the columns. It reads the releases `r`, whose number is `s.number`, in
  /// the order of the search.
  ///
  /// - Parameters:
  ///   - numbers: the range of numbers to search; nil for all.
  ///   - filter: the releases to search.
  ///   - further: a condition of the page.
  /// - Returns: the SQL from `FROM` on, with its values and a final `?` for the limit.
  func list(
    _ numbers: ClosedRange<Int64>?, _ filter: ReleaseFilter, _ further: (sql: String, values: [(any Bindable)?])?
  ) -> (sql: String, values: [(any Bindable)?]) {
    let (from, number, start, bound) = rows
    var list = start
    if let numbers { list.add("\(number) >= ? AND \(number) <= ?", numbers.lowerBound, numbers.upperBound) }
    for condition in conditions { list.add(condition.sql, condition.values) }
    list.add(filter)
    if let further { list.add(further.sql, further.values) }
    return (
      """
      FROM \(from) CROSS JOIN release r ON r.id = s.release_id \(list.sql)
      ORDER BY \(order.isOfList ? number : order.sql) LIMIT ?
      """, bound + list.values
    )
  }

  /// Returns the part of a query that follows the columns likewise, for all releases in no order.
  func all(_ filter: ReleaseFilter) -> (sql: String, values: [(any Bindable)?]) {
    var (from, _, list, bound) = rows
    for condition in conditions { list.add(condition.sql, condition.values) }
    list.add(filter)
    return ("FROM \(from) CROSS JOIN release r ON r.id = s.release_id \(list.sql)", bound + list.values)
  }

  /// The query that counts the releases. One condition alone is counted in its own index, without the rows.
  var count: (sql: String, values: [(any Bindable)?]) {
    if let times {
      var list = ListConditions("removed_at IS NULL")
      list.add("created_at > ?", ifGiven: times.after)
      list.add("created_at <= ?", ifGiven: times.upTo)
      return ("SELECT count(*) FROM release \(list.sql)", list.values)
    }
    if conditions.isEmpty {
      switch start {
      case .words(let query):
        return ("SELECT count(*) FROM release_token t WHERE t.release_token MATCH ?", [query])
      case .releases(let sql, let bound): return ("SELECT count(*) FROM (\(sql)) found", bound)
      case .list: return ("SELECT count(*) FROM release_search", [])
      }
    }
    let (from, _, start, bound) = rows
    var list = start
    for condition in conditions { list.add(condition.sql, condition.values) }
    return ("SELECT count(*) FROM \(from) \(list.sql)", bound + list.values)
  }

  /// The tables from which the search starts, with the column of the number, and their conditions and values.
  private var rows: (from: String, number: String, list: ListConditions, values: [(any Bindable)?]) {
    var list = ListConditions()
    switch start {
    case .words(let query):
      list.add("t.release_token MATCH ?", query)
      return ("release_token t CROSS JOIN release_search s ON s.number = t.rowid", "t.rowid", list, [])
    case .releases(let sql, let bound):
      let from = "(\(sql)) found CROSS JOIN release_search s ON s.release_id = found.release_id"
      return (from, "s.number", list, bound)
    case .list: return ("release_search s", "s.number", list, [])
    }
  }
}
