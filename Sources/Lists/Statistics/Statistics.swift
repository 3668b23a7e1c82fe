package import Deadwax
internal import Execution
package import Lending
internal import Queries
package import Storage

/// The statistics of the library. They count records, and name no borrower.
///
/// A number about releases comes from the search index, so that the query beside it finds exactly as many. A table is
/// counted again only after a write to the records that it is about.
package struct Statistics: Sendable {
  /// The maximum number of groups of a table.
  package static let mostGroups = 200

  let database: Database
  private let tables: StatisticTables
  private let patience: Duration

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - patience: the longest count that people wait for after a change. If a count takes longer, `latest` gives the
  ///     one before the change.
  package init(database: Database, patience: Duration) {
    self.database = database
    self.patience = patience
    tables = StatisticTables(database: database)
  }

  /// Returns a statistic of the records as they are now.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - most: the maximum number of groups, 1 to `mostGroups`.
  ///   - zone: the time zone of the library.
  /// - Returns: the statistic.
  /// - Throws: `StaffError.indexing` while the search index is being built.
  package func counted(_ statistic: Statistic, most: Int, in zone: POSIXTimeZone) throws -> CountedStatistic {
    var counted = try tables.table(statistic, in: zone)
    counted.table = counted.table.limited(to: most)
    return counted
  }

  /// Returns a statistic that was counted before, without a count. In a large library it may be older than the last
  /// change; `recount` then makes a new one.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - most: the maximum number of groups, 1 to `mostGroups`.
  ///   - zone: the time zone of the library.
  /// - Returns: the statistic; nil if it has to be counted.
  package func latest(_ statistic: Statistic, most: Int, in zone: POSIXTimeZone) -> CountedStatistic? {
    guard var counted = tables.latest(statistic, in: zone, within: patience) else { return nil }
    counted.table = counted.table.limited(to: most)
    return counted
  }

  /// Counts a statistic again in the background, unless it waits for that already.
  ///
  /// - Parameters:
  ///   - statistic: the statistic.
  ///   - zone: the time zone of the library.
  ///   - begin: begins the work on another thread, and returns false if it does not.
  package func recount(
    _ statistic: Statistic, in zone: POSIXTimeZone, begin: (@escaping @Sendable () -> Void) -> Bool
  ) { tables.recount(statistic, in: zone, begin: begin) }

  /// Returns the form of a year.
  ///
  /// - Parameters:
  ///   - year: the year, 0 to 9999.
  ///   - zone: the time zone of the library.
  /// - Returns: the form.
  /// - Throws: `StaffError.indexing` while the search index is being built, and `.noSuchStatistic` for another year.
  package func form(ofYear year: Int, in zone: POSIXTimeZone) throws -> YearForm {
    guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31),
      let upTo = QueryRange(nil, last.daysSince1970), let during = QueryRange(first.daysSince1970, last.daysSince1970)
    else { throw StaffError.noSuchStatistic }
    return try database.read { reading in
      guard try reading.isReleaseIndexComplete() else { throw StaffError.indexing }
      let moment = SearchMoment(now: reading.now, in: zone)
      let (before, end) = moment.ends(ofYear: year)
      let numbers = try reading.numbers(ofYear: year, after: before, upTo: end)
      func releases(_ name: YearForm.Name, _ days: QueryRange) throws -> YearForm.Figure {
        let query = Query(condition: .term(.added(days)), sort: [])
        return YearForm.Figure(
          name, try reading.releaseCount(matching: query, at: moment), query: query.description)
      }
      func copies(_ medium: Medium) -> Int { numbers.copiesAtEnd[medium, default: 0] }
      let added = numbers.added
      return YearForm(
        year: year,
        figures: [
          try releases(.releases, upTo), try releases(.releasesAdded, during),
          YearForm.Figure(.copies, numbers.copiesAtEnd.values.reduce(0, +)),
          YearForm.Figure(.copiesCD, copies(.cd)), YearForm.Figure(.copiesVinyl, copies(.vinyl)),
          YearForm.Figure(.copiesCassette, copies(.cassette)), YearForm.Figure(.copiesOther, copies(.other)),
          YearForm.Figure(.copiesAdded, added.values.reduce(0, +)),
          YearForm.Figure(.bought, added[OwnFacts.Accession.bought.rawValue, default: 0]),
          YearForm.Figure(.given, added[OwnFacts.Accession.given.rawValue, default: 0]),
          YearForm.Figure(.onDeposit, added[OwnFacts.Accession.onDeposit.rawValue, default: 0]),
          YearForm.Figure(.withdrawn, numbers.gone[Copy.Status.withdrawn.rawValue, default: 0]),
          YearForm.Figure(.lost, numbers.gone[Copy.Status.lost.rawValue, default: 0]),
          YearForm.Figure(.undated, numbers.undated),
          YearForm.Figure(.loans, numbers.loans), YearForm.Figure(.returns, numbers.returns),
          YearForm.Figure(.renewals, numbers.renewals), YearForm.Figure(.holds, numbers.holds),
          YearForm.Figure(.borrowers, numbers.borrowers), YearForm.Figure(.anonymous, numbers.anonymous),
        ])
    }
  }
}
