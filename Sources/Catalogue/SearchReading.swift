internal import Deadwax
internal import Queries
internal import Storage

/// The read of one page of a search, which ends with what it has found if its time is over.
struct SearchReading {
  /// The largest number of releases that are found by a number. More of them mean that the text is too short.
  private static let mostNumbered = 50

  let search: Catalogue.Search
  let filter: ReleaseFilter
  let cursor: String?
  let limit: Int
  /// The query that the text of the search has.
  private let given: Query
  private let start: SearchPosition
  private let end: ContinuousClock.Instant

  /// - Throws: `CatalogueError.badCursor` or `QueryError`.
  init(_ search: Catalogue.Search, in filter: ReleaseFilter, cursor: String?, limit: Int) throws {
    (self.search, self.filter, self.cursor, self.limit) = (search, filter, cursor, limit)
    given = try Query(search.text, isTyping: search.isTyping)
    start = try cursor.map { text throws(CatalogueError) in try SearchPosition(text) } ?? .first
    end = ContinuousClock.now + search.patience
  }

  /// Returns false if the time of the search is over.
  func goesOn() -> Bool { ContinuousClock.now < end }

  /// Returns the page.
  ///
  /// - Parameters:
  ///   - reading: the transaction, which is interrupted if its time is over.
  ///   - words: the words of the library.
  /// - Returns: the page, with each release once.
  /// - Throws: a `StorageError`, but none of kind `.interrupted`.
  func page(in reading: ReadTransaction, by words: KnownWords) throws -> Catalogue.Page<Catalogue.Found> {
    var result = Catalogue.Page<Catalogue.Found>(items: [], next: nil)
    do {
      result.isPartial = try !reading.isReleaseIndexComplete()
      let numbered = try given.words == nil ? [] : Self.numbered(search.text, reading)
      let isFirst = cursor == nil
      if isFirst {
        result = try page(of: given, numbered, result, reading)
        guard result.items.isEmpty, !result.isCutShort else { return result }
      }
      if search.isCorrected, numbered.isEmpty, try isFirst || isEmpty(reading),
        let other = try reading.correction(of: given, in: filter, at: moment(reading), by: words, while: goesOn)
      {
        result = try page(of: other, numbered, result, reading)
        result.corrected = other.description
      } else if !isFirst {
        result = try page(of: given, numbered, result, reading)
      }
    } catch let error as StorageError where error.kind == .interrupted {
      result.isCutShort = true
    }
    return result
  }

  private func moment(_ reading: ReadTransaction) -> SearchMoment { SearchMoment(now: reading.now, in: search.zone) }

  /// Returns true if no release matches the query. Each page of a list comes to the same correction.
  private func isEmpty(_ reading: ReadTransaction) throws -> Bool {
    try reading.releases(matching: given, in: filter, at: moment(reading), before: nil, limit: 1).isEmpty
  }

  /// Returns the page of a query: first the releases that are found by a number, and then the rest.
  private func page(
    of query: Query, _ numbered: [NumberedRelease], _ empty: Catalogue.Page<Catalogue.Found>,
    _ reading: ReadTransaction
  ) throws -> Catalogue.Page<Catalogue.Found> {
    // A list from a time on goes through all releases.
    let found = (start.tier == nil ? [] : numbered).filter { filter.includes($0.release) }.prefix(limit).map {
      Catalogue.Found(release: $0.release, number: Catalogue.Number(kind: $0.kind, value: $0.value))
    }
    let first = cursor == nil ? found : []
    var page = empty
    try addRest(of: query, limit: limit - first.count, to: &page, reading)
    let shown = Set(found.map(\.release.id))
    page.items = first + page.items.filter { !shown.contains($0.release.id) }
    return page
  }

  /// Adds the releases of a query from the start on, without those that are found by a number.
  private func addRest(
    of query: Query, limit: Int, to page: inout Catalogue.Page<Catalogue.Found>, _ reading: ReadTransaction
  ) throws {
    let tiers = start.tier == nil ? [query] : SearchTiers(query).queries
    var position = start
    while position.tier ?? 0 < tiers.count {
      let room = limit - page.items.count
      let found = try reading.firstReleases(
        matching: tiers[position.tier ?? 0], in: filter, at: moment(reading), before: position.last, limit: room + 1)
      let rows = found.rows.prefix(room)
      page.items += rows.map { Catalogue.Found(release: $0.release, number: nil) }
      if let last = rows.last { position.last = (last.createdAt, last.release.id) }
      page.isCutShort = found.interruption != nil
      // After an interruption, the next page goes on behind the last release that was found.
      if found.rows.count > room || (page.isCutShort && !rows.isEmpty) {
        page.next = position.description
        return
      }
      guard let tier = position.tier, !page.isCutShort else { return }
      position = SearchPosition(tier: tier + 1, last: nil)
    }
  }

  private static func numbered(_ text: String, _ reading: ReadTransaction) throws -> [NumberedRelease] {
    let numbered = try reading.releases(numbered: text, limit: mostNumbered)
    // A scanner or a person may give another form of the barcode than the stored one.
    guard numbered.isEmpty, case .gtin(let gtin) = GTIN.read(text) else { return numbered }
    return try reading.releases(numbered: gtin.key, limit: mostNumbered)
  }
}
