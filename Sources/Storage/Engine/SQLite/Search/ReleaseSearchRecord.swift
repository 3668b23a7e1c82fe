package import Deadwax
package import Queries

extension Queryable {
  /// Returns at most `limit` releases that a query finds, in its order, or else the newest first.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - filter: the releases to search.
  ///   - moment: the time of the search.
  ///   - before: the last release of the previous page; nil for the first page.
  ///   - limit: the maximum number of releases.
  /// - Returns: the releases, each with the time at which it was added.
  /// - Throws: a `StorageError`; `.interrupted` if the read was interrupted.
  package func releases(
    matching query: Query, in filter: ReleaseFilter, at moment: SearchMoment,
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp)] {
    let found = try firstReleases(matching: query, in: filter, at: moment, before: before, limit: limit)
    if let interruption = found.interruption { throw interruption }
    return found.rows
  }

  /// Returns the releases of `releases(matching:in:at:before:limit:)`, or as many of them as were found until the read
  /// was interrupted.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - filter: the releases to search.
  ///   - moment: the time of the search.
  ///   - before: the last release of the previous page; nil for the first page.
  ///   - limit: the maximum number of releases.
  /// - Returns: the releases, and the interruption if there was one.
  /// - Throws: a `StorageError`.
  package func firstReleases(
    matching query: Query, in filter: ReleaseFilter, at moment: SearchMoment,
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> FoundReleases {
    do {
      return try rows(matching: query, in: filter, at: moment, before: before, limit: limit)
    } catch let error as StorageError where error.kind == .interrupted {
      // The time was over before the rows were read, such as while the words of a beginning were.
      return FoundReleases(rows: [], interruption: error)
    }
  }

  private func rows(
    matching query: Query, in filter: ReleaseFilter, at moment: SearchMoment,
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> FoundReleases {
    let search = try ReleaseSearch(query, at: moment, in: self)
    guard search.order.isOfList else { return try sorted(search, filter, before, limit: limit) }
    var found: [(number: Int64, release: Release, createdAt: Timestamp)] = []
    func read(_ numbers: ClosedRange<Int64>, limit: Int) throws -> StorageError? {
      let list = search.list(
        numbers, filter,
        before.map { ("(r.created_at < ? OR (r.created_at = ? AND r.id < ?))", [$0.createdAt, $0.createdAt, $0.id]) })
      return try untilInterrupted("SELECT \(releaseColumns), s.number \(list.sql)", list.values + [limit]) { row in
        found.append((try row.integer("number"), try release(from: row), try row.time("release_added_at")))
      }
    }
    let start = before.map { ReleaseSearch.numbers(of: $0.createdAt).lowerBound } ?? .min
    var interruption = try read(start...(.max), limit: limit)
    if let last = found.last, found.count == limit {
      // The numbers of one millisecond are not in list order. All its remaining releases are read, so that they can be
      // sorted.
      let end = ReleaseSearch.numbers(of: last.createdAt).upperBound
      if last.number < end { interruption = try read((last.number + 1)...end, limit: -1) }
    }
    let ordered = found.sorted { ($0.createdAt, $0.release.id.text) > ($1.createdAt, $1.release.id.text) }
    return FoundReleases(rows: ordered.prefix(limit).map { ($0.release, $0.createdAt) }, interruption: interruption)
  }

  /// Returns the number of releases that a query finds.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - moment: the time of the search.
  /// - Returns: the number.
  /// - Throws: a `StorageError`; `.interrupted` if the read was interrupted.
  package func releaseCount(matching query: Query, at moment: SearchMoment) throws -> Int {
    let count = try ReleaseSearch(query, at: moment, in: self).count
    return try first(count.sql, count.values) { Int(try $0.integer(0)) } ?? 0
  }

  /// Reads rows until there are no more, or until the read is interrupted.
  ///
  /// - Returns: the interruption; nil if all rows were read.
  private func untilInterrupted(
    _ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void
  ) throws -> StorageError? {
    do {
      try forEach(sql, values, body)
      return nil
    } catch let error as StorageError where error.kind == .interrupted {
      return error
    }
  }

  /// Returns a page in the order of a query. It continues behind the row of the last release, as that row is now.
  private func sorted(
    _ search: ReleaseSearch, _ filter: ReleaseFilter, _ last: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> FoundReleases {
    var further: (sql: String, values: [(any Bindable)?])?
    if let last {
      // A release that was removed meanwhile still has its place in the order; one that was never there has none.
      guard let document = try searchDocument(of: last.id.text) else {
        return FoundReleases(rows: [], interruption: nil)
      }
      let number = try first("SELECT number FROM release_search WHERE release_id = ?1", last.id) { try $0.integer(0) }
      further = search.order.following(
        search.order.values(of: document, number: number ?? ReleaseSearch.numbers(of: last.createdAt).lowerBound))
    }
    let list = search.list(nil, filter, further)
    var rows: [(release: Release, createdAt: Timestamp)] = []
    let interruption = try untilInterrupted("SELECT \(releaseColumns) \(list.sql)", list.values + [limit]) { row in
      rows.append((try release(from: row), try row.time("release_added_at")))
    }
    return FoundReleases(rows: rows, interruption: interruption)
  }
}
