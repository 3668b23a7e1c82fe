package import Catalogue
package import Deadwax
internal import Execution
internal import Queries
package import Storage

/// The facets of a search for releases: the values that its releases have, each with the number of them, by which a person
/// narrows the search down.
package struct Facets: Sendable {
  /// The maximum number of values of a facet.
  package static let most = 10

  private let database: Database

  /// - Parameter database: the database of the library.
  package init(database: Database) { self.database = database }

  /// Counts the releases of a search by the values of each facet.
  ///
  /// - Parameters:
  ///   - search: the query. A similar one never takes its place.
  ///   - filter: the releases that the list shows.
  /// - Returns: the number of releases with the facets; nil if counting took longer than the patience of the search.
  /// - Throws: a `QueryError`, or `StaffError.indexing` while the search index is being built.
  package func found(
    by search: Catalogue.Search, in filter: ReleaseFilter
  ) throws -> (total: Int, tables: [FacetTable])? {
    let query = try Query(search.text, isTyping: search.isTyping)
    let end = ContinuousClock.now + search.patience
    do {
      return try database.read(while: { ContinuousClock.now < end }) { reading in
        guard try reading.isReleaseIndexComplete() else { throw StaffError.indexing }
        let moment = SearchMoment(now: reading.now, in: search.zone)
        let groups = try reading.groups(of: query, in: filter, at: moment)
        return (groups.index.total, try Facet.allCases.map { try reading.table($0, groups, of: query) })
      }
    } catch let error as StorageError where error.kind == .interrupted {
      return nil
    }
  }
}

extension ReadTransaction {
  fileprivate func table(_ facet: Facet, _ groups: FoundGroups, of query: Query) throws -> FacetTable {
    let all = FacetChoice.all(of: facet, in: groups)
    let ordered = all.map { (choice: $0, isChosen: query.has($0.condition)) }.sorted { left, right in
      if left.isChosen != right.isChosen { return left.isChosen }
      return (right.choice.count, left.choice.key) < (left.choice.count, right.choice.key)
    }
    var shown: [(choice: FacetChoice, isChosen: Bool, search: String)] = []
    for (choice, isChosen) in ordered where shown.count < Facets.most {
      // A query that has no room for the value is not offered.
      guard let search = isChosen ? query.without(choice.condition) : query.with(choice.condition) else { continue }
      shown.append((choice, isChosen, search))
    }
    let samples = shown.compactMap { item in item.choice.group.map { (key: item.choice.key, group: $0) } }
    let names = try facet.field.map { try spellings(of: $0, samples) } ?? [:]
    return FacetTable(
      facet,
      values: shown.map { choice, isChosen, search in
        FacetTable.Value(
          key: choice.key, name: names[choice.key] ?? choice.name, count: choice.count,
          query: choice.condition.description, isChosen: isChosen, search: search)
      },
      more: all.count - shown.count)
  }
}

extension Query {
  /// The conditions of which each holds.
  private var parts: [QueryCondition] {
    switch stated {
    case .all(let parts)?: parts
    case let condition?: [condition]
    case nil: []
    }
  }

  /// Returns true if a condition is one of those that all must hold.
  fileprivate func has(_ part: QueryCondition) -> Bool { parts.contains(part) }

  /// Returns the query with a further condition; nil if it is too long for the language.
  fileprivate func with(_ part: QueryCondition) -> String? { text(parts + [part]) }

  /// Returns the query without a condition.
  fileprivate func without(_ part: QueryCondition) -> String? { text(parts.filter { $0 != part }) }

  private func text(_ parts: [QueryCondition]) -> String? {
    let query = Query(stated: QueryCondition.conjunction(parts), domain: domain, sort: sort)
    guard let parsed = try? Query(query.description, isTyping: false), parsed == query else { return nil }
    return query.description
  }
}
