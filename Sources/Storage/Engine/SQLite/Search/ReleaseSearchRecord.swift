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
  /// - Throws: a `StorageError`.
  package func releases(
    matching query: Query, in filter: ReleaseFilter, at moment: SearchMoment,
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp)] {
    let search = try ReleaseSearch(query, at: moment, in: self)
    guard search.order.isOfList else { return try sorted(search, filter, before, limit: limit) }
    func rows(
      _ numbers: ClosedRange<Int64>, limit: Int
    ) throws -> [(number: Int64, release: Release, createdAt: Timestamp)] {
      let list = search.list(
        numbers, filter,
        before.map { ("(r.created_at < ? OR (r.created_at = ? AND r.id < ?))", [$0.createdAt, $0.createdAt, $0.id]) })
      return try all("SELECT \(releaseColumns), s.number \(list.sql)", list.values + [limit]) { row in
        (try row.integer("number"), try release(from: row), try row.time("release_added_at"))
      }
    }
    let start = before.map { ReleaseSearch.numbers(of: $0.createdAt).lowerBound } ?? .min
    var found = try rows(start...(.max), limit: limit)
    if let last = found.last, found.count == limit {
      // The numbers of one millisecond are not in list order. All its remaining releases are read, so that they can be
      // sorted.
      let end = ReleaseSearch.numbers(of: last.createdAt).upperBound
      if last.number < end { found += try rows((last.number + 1)...end, limit: -1) }
    }
    let ordered = found.sorted { ($0.createdAt, $0.release.id.text) > ($1.createdAt, $1.release.id.text) }
    return ordered.prefix(limit).map { ($0.release, $0.createdAt) }
  }

  /// Returns a page in the order of a query. It continues behind the row of the last release, as that row is now.
  private func sorted(
    _ search: ReleaseSearch, _ filter: ReleaseFilter, _ last: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp)] {
    var further: (sql: String, values: [(any Bindable)?])?
    if let last {
      // A release that was removed meanwhile still has its place in the order; one that was never there has none.
      guard let document = try searchDocument(of: last.id.text) else { return [] }
      let number = try first("SELECT number FROM release_search WHERE release_id = ?1", last.id) { try $0.integer(0) }
      further = search.order.following(
        search.order.values(of: document, number: number ?? ReleaseSearch.numbers(of: last.createdAt).lowerBound))
    }
    let list = search.list(nil, filter, further)
    return try all("SELECT \(releaseColumns) \(list.sql)", list.values + [limit]) { row in
      (try release(from: row), try row.time("release_added_at"))
    }
  }
}
