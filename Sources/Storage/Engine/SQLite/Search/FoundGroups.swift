package import Deadwax
package import Queries

/// The releases that a query finds, by what they have.
package struct FoundGroups: Sendable {
  /// Their groups in the search index.
  package let index: SearchGroups
  /// The groups of their places, by the folded words of the names. Groups can have no release.
  package let places: [String: PlaceGroup]
  /// The number of releases with a copy on loan.
  package let onLoan: Int
  /// The number of releases with a copy on loan whose due time has passed.
  package let overdue: Int
}

extension Queryable {
  /// Counts the releases that a query finds by what they have. The query with one of the values finds as many releases as
  /// its group has.
  ///
  /// - Parameters:
  ///   - query: the query. Its order does not matter.
  ///   - filter: the releases to search.
  ///   - moment: the time of the search.
  /// - Returns: the groups.
  /// - Throws: a `StorageError`; `.interrupted` if the read was interrupted.
  package func groups(of query: Query, in filter: ReleaseFilter, at moment: SearchMoment) throws -> FoundGroups {
    let found = try ReleaseSearch(query, at: moment, in: self).all(filter)
    var tally = SearchTally(in: moment.zone)
    var places = try PlaceTally(in: self)
    var (onLoan, overdue) = (0, 0)
    try forEach(
      """
      SELECT s.number, s.year, s.words, s.release_id,
        (SELECT group_concat(p.place_id) FROM copy p WHERE p.release_id = s.release_id AND p.place_id IS NOT NULL),
        (SELECT max(CASE WHEN l.due_at < ? THEN 2 ELSE 1 END)
          FROM copy p JOIN loan l ON l.copy_id = p.id AND l.returned_at IS NULL WHERE p.release_id = s.release_id)
      \(found.sql)
      """, [moment.now] + found.values
    ) { row in
      tally.add(number: try row.integer(0), year: Int(try row.integer(1)), words: try row.text(2))
      let release = try row.text(3)
      for place in try row.optionalText(4)?.split(separator: ",") ?? [] {
        places.add(release: release, place: String(place), isHere: true)
      }
      let loans = try row.optionalInteger(5) ?? 0
      if loans > 0 { onLoan += 1 }
      if loans > 1 { overdue += 1 }
    }
    return FoundGroups(index: tally.result, places: places.result, onLoan: onLoan, overdue: overdue)
  }
}
