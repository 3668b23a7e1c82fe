internal import Catalogue
internal import Deadwax
internal import Execution
internal import Lending
internal import Queries
internal import Storage
internal import Threads

/// The tables of statistics, each counted again only after a write to the records that it is about.
///
/// Counting reads whole tables, which takes seconds in a library of a million releases. Tables from the search index are
/// counted together in one pass.
final class StatisticTables: Sendable {
  private struct Entry {
    /// The version of the records, and the time zone, before the table was counted.
    var version: ListVersions.Version
    var zone: POSIXTimeZone
    var table: StatisticTable
    var countedAt: Timestamp
    /// The time that the count took.
    var took: Duration
  }

  private let database: Database
  private let versions: ListVersions
  private let entries = Locked<[Statistic: Entry]>([:])
  private let recounts = Locked<Set<Statistic>>([])

  init(database: Database) {
    self.database = database
    versions = ListVersions(database: database)
  }

  /// Returns a statistic with at most `Statistics.mostGroups` groups.
  ///
  /// - Throws: `StaffError.indexing` while the search index is being built.
  func table(_ statistic: Statistic, in zone: POSIXTimeZone) throws -> CountedStatistic {
    if let known = known(statistic, in: zone), known.isCurrent { return known.counted }
    let version = versions.current
    let start = ContinuousClock.now
    let (counted, now) = try database.read { reading in (try tables(statistic, in: zone, reading), reading.now) }
    let took = ContinuousClock.now - start
    entries.withLock { entries in
      for table in counted {
        entries[table.statistic] = Entry(version: version, zone: zone, table: table, countedAt: now, took: took)
      }
    }
    guard let table = counted.first(where: { $0.statistic == statistic }) else { throw StaffError.noSuchStatistic }
    return CountedStatistic(table, countedAt: now, isCurrent: true)
  }

  /// Returns the last count without reading records: the current one, or an older one if a count takes longer than
  /// `patience`. Returns nil if the records have to be counted.
  func latest(_ statistic: Statistic, in zone: POSIXTimeZone, within patience: Duration) -> CountedStatistic? {
    guard let known = known(statistic, in: zone), known.isCurrent || known.took > patience else { return nil }
    return known.counted
  }

  /// Counts a statistic again, unless a count of it waits already.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - zone: the time zone of the library.
  ///   - begin: begins the work on another thread, and returns false if it does not.
  func recount(_ statistic: Statistic, in zone: POSIXTimeZone, begin: (@escaping @Sendable () -> Void) -> Bool) {
    guard recounts.withLock({ $0.insert(statistic).inserted }) else { return }
    let isBegun = begin { [self] in
      recounts.withLock { _ = $0.remove(statistic) }
      // The next request counts again, and reports the error.
      _ = try? table(statistic, in: zone)
    }
    if !isBegun { recounts.withLock { _ = $0.remove(statistic) } }
  }

  private func known(
    _ statistic: Statistic, in zone: POSIXTimeZone
  ) -> (counted: CountedStatistic, isCurrent: Bool, took: Duration)? {
    guard let entry = entries.withLock({ $0[statistic] }), entry.zone == zone else { return nil }
    let isCurrent = versions.areUnchanged(statistic.tables, since: entry.version)
    let counted = CountedStatistic(entry.table, countedAt: entry.countedAt, isCurrent: isCurrent)
    return (counted, isCurrent, entry.took)
  }

  /// Counts a statistic, with those that the same pass counts.
  private func tables(
    _ statistic: Statistic, in zone: POSIXTimeZone, _ reading: ReadTransaction
  ) throws -> [StatisticTable] {
    switch statistic {
    case .artist, .label, .genre, .style, .country, .tag, .decade, .medium, .condition, .growth:
      guard try reading.isReleaseIndexComplete() else { throw StaffError.indexing }
      return try reading.indexTables(in: zone)
    case .place: return [try reading.placeTable()]
    case .loans: return [try reading.loanTable(in: zone)]
    case .neverLent:
      let days = Self.days(try reading.unlentAdditions(), in: zone)
      let releases = Self.days(try reading.unlentReleaseAdditions(), in: zone)
      return [
        .years(statistic, days, releases: releases) { first, last in
          QueryRange(first, last).map { "\(QueryTerm.state(.neverLent)) \(QueryTerm.added($0))" }
        }
      ]
    case .mostLent: return [try reading.releaseTable(statistic, .loans)]
    case .mostPlayed: return [try reading.releaseTable(statistic, .plays)]
    case .mostWanted: return [try reading.releaseTable(statistic, .wishes)]
    }
  }

  /// Returns numbers of minutes as numbers of days of the library.
  static func days(_ minutes: [(minute: Int64, number: Int)], in zone: POSIXTimeZone) -> [Int: Int] {
    minutes.reduce(into: [:]) { days, item in
      let time = Timestamp(milliseconds: item.minute * 60_000)
      days[zone.day(at: time).daysSince1970, default: 0] += item.number
    }
  }
}

extension Statistic {
  /// The tables whose writes can change the statistic. A write of what a release is found by writes the release or one
  /// of its copies.
  fileprivate var tables: ListTables {
    switch self {
    case .artist, .label, .genre, .style, .country, .tag, .decade, .medium, .condition, .growth:
      ListTables([.release, .copy])
    case .place: ListTables([.copy, .place])
    // A merge of releases moves copies with their loans.
    case .loans, .neverLent, .mostLent: ListTables([.loan, .copy, .release])
    case .mostPlayed: ListTables([.copy, .release])
    // Holds are no rows of the row cache.
    case .mostWanted: .all
    }
  }
}

extension ReadTransaction {
  /// Counts the statistics that the search index has.
  fileprivate func indexTables(in zone: POSIXTimeZone) throws -> [StatisticTable] {
    let found = try searchGroups(in: zone)
    var tables: [StatisticTable] = []
    for (statistic, field) in [
      (Statistic.artist, QueryTextField.artist), (.label, .label), (.genre, .genre), (.style, .style),
      (.country, .country), (.tag, .tag),
    ] {
      let all = found.texts[field] ?? [:]
      let largest = all.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(Statistics.mostGroups)
      let names = try spellings(of: field, largest.map { ($0.key, $0.value) })
      tables.append(
        StatisticTable(
          statistic,
          groups: largest.map {
            StatisticGroup(
              key: $0.key, name: names[$0.key] ?? $0.key, count: $0.value.count, query: .whole($0.key, in: field))
          },
          groupCount: all.count, sum: all.values.reduce(0) { $0 + $1.count }, total: found.total,
          without: found.total - found.withText[field, default: 0]))
    }
    tables.append(.decades(found))
    tables.append(.media(found, copies: try copiesByMedium()))
    tables.append(.conditions(found, copies: try copiesByCondition()))
    tables.append(
      .months(.growth, found.days, copies: StatisticTables.days(try copyAdditions(), in: zone)) { first, last in
        QueryRange(first, last).map { QueryTerm.added($0).description }
      })
    return tables
  }

  /// Counts the loans by the month of their beginning, and the releases of each month. A release counts once in a month.
  fileprivate func loanTable(in zone: POSIXTimeZone) throws -> StatisticTable {
    let moment = SearchMoment(now: now, in: zone)
    let days = StatisticTables.days(try loanBeginnings(), in: zone)
    var months: [String: QueryRange] = [:]
    var table = StatisticTable.months(.loans, days, copies: nil) { first, last in
      guard let range = QueryRange(first, last) else { return nil }
      let query = QueryTerm.lent(range).description
      months[query] = range
      return query
    }
    for (index, group) in table.groups.enumerated() {
      guard let query = group.query, let range = months[query] else { continue }
      let times = moment.times(of: range)
      guard let after = times.after, let upTo = times.upTo else { continue }
      table.groups[index].releases = group.count == 0 ? 0 : try lentReleases(after: after, upTo: upTo)
    }
    return table
  }

  fileprivate func placeTable() throws -> StatisticTable {
    let (found, total) = try placeGroups()
    let used = found.filter { $0.value.releases > 0 }
    let largest = used.sorted { ($1.value.releases, $0.key) < ($0.value.releases, $1.key) }.prefix(
      Statistics.mostGroups)
    return StatisticTable(
      .place,
      groups: largest.map {
        StatisticGroup(
          key: $0.key, name: $0.value.name, count: $0.value.releases, copies: $0.value.copies,
          query: .whole($0.key, in: .place))
      },
      groupCount: used.count, sum: used.values.reduce(0) { $0 + $1.releases }, total: total, without: 0)
  }

  fileprivate func releaseTable(_ statistic: Statistic, _ kind: ReleaseNumber) throws -> StatisticTable {
    let most = try mostReleases(kind, limit: Statistics.mostGroups)
    return StatisticTable(
      statistic,
      groups: most.rows.map { row in
        let name = [row.artist, row.title].filter { !$0.isEmpty }.joined(separator: " – ")
        return StatisticGroup(key: row.id.text, name: name, count: row.number, release: row.id)
      },
      groupCount: most.releases, sum: most.sum, total: most.sum, without: 0)
  }
}
