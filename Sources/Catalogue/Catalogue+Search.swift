package import Deadwax
package import Lending
internal import Queries
internal import Storage

extension Catalogue {
  /// A release that a search found.
  package struct Found: Hashable, Sendable {
    package var release: Release
    /// The number that matches; nil for a release that was found by something else.
    package var number: Number?
  }

  /// A number of a release that matches a search.
  package struct Number: Hashable, Sendable {
    package var kind: ReleaseNumberKind
    /// The number as printed.
    package var value: String
  }

  /// A text that a person or a program searches for, in the query language of the library.
  package struct Search: Sendable {
    package var text: String
    /// True while a person types it: the last word is then the beginning of a word.
    package var isTyping: Bool
    /// True if a query that finds nothing may be replaced by a similar one.
    package var isCorrected: Bool
    /// The time zone of the library, which its days are in.
    package var zone: POSIXTimeZone
    /// The time after which the search ends with what it has found.
    package var patience: Duration

    package init(_ text: String, isTyping: Bool, isCorrected: Bool, zone: POSIXTimeZone, patience: Duration) {
      self.text = text
      self.isTyping = isTyping
      self.isCorrected = isCorrected
      self.zone = zone
      self.patience = patience
    }
  }

  /// The patience of a search while a person types the next letter, and otherwise.
  package static let patienceWhileTyping = Duration.milliseconds(500)
  package static let patience = Duration.seconds(2)

  /// The largest number of releases that are found by a number. More of them mean that the text is too short.
  private static let mostNumbered = 50

  /// Returns a page of the releases that a query finds. A query of words alone finds those with a barcode, a catalogue
  /// number or a matrix number that begins with it first, and then those with the words in artist and title. The others
  /// follow in the order of the query, or else the newest first.
  ///
  /// - Parameters:
  ///   - search: the query.
  ///   - filter: the releases that the list shows.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page, with each release once.
  /// - Throws: `CatalogueError.badCursor` or `QueryError`.
  package func search(_ search: Search, in filter: ReleaseFilter, cursor: String?, limit: Int) throws -> Page<Found> {
    let given = try Query(search.text, isTyping: search.isTyping)
    let start = try cursor.map { text throws(CatalogueError) in try SearchPosition(text) } ?? .first
    let end = ContinuousClock.now + search.patience
    return try database.read(while: { ContinuousClock.now < end }) { reading in
      let isPartial = try !reading.isReleaseIndexComplete()
      let moment = SearchMoment(now: reading.now, in: search.zone)
      let other =
        try search.isCorrected ? Self.correction(of: given, search.text, in: filter, at: moment, reading) : nil
      let query = other ?? given
      let numbered = try query.words != nil && start.tier != nil ? Self.numbered(search.text, reading) : []
      let found = numbered.filter { filter.includes($0.release) }.prefix(limit).map {
        Found(release: $0.release, number: Number(kind: $0.kind, value: $0.value))
      }
      let first = cursor == nil ? found : []
      var rest = try Self.rest(of: query, in: filter, at: moment, from: start, limit: limit - first.count, reading)
      let shown = Set(found.map(\.release.id))
      rest.items = first + rest.items.filter { !shown.contains($0.release.id) }
      rest.isPartial = isPartial
      rest.corrected = other?.description
      return rest
    }
  }

  /// Returns the releases of a query from a position on, without those that are found by a number.
  private static func rest(
    of query: Query, in filter: ReleaseFilter, at moment: SearchMoment, from start: SearchPosition, limit: Int,
    _ reading: ReadTransaction
  ) throws -> Page<Found> {
    let tiers = start.tier == nil ? [query] : SearchTiers(query).queries
    var position = start
    var result = Page<Found>(items: [], next: nil)
    while position.tier ?? 0 < tiers.count {
      let room = limit - result.items.count
      let found = try reading.firstReleases(
        matching: tiers[position.tier ?? 0], in: filter, at: moment, before: position.last, limit: room + 1)
      let page = found.rows.prefix(room)
      result.items += page.map { Found(release: $0.release, number: nil) }
      if let last = page.last { position.last = (last.createdAt, last.release.id) }
      result.isCutShort = found.interruption != nil
      // After an interruption, the next page goes on behind the last release that was found.
      if found.rows.count > room || (result.isCutShort && !page.isEmpty) {
        result.next = position.description
        return result
      }
      guard let tier = position.tier, !result.isCutShort else { return result }
      position = SearchPosition(tier: tier + 1, last: nil)
    }
    return result
  }

  /// Returns the similar query whose releases are shown, if a query finds nothing; nil otherwise. Each page of a list
  /// comes to the same one.
  private static func correction(
    of query: Query, _ text: String, in filter: ReleaseFilter, at moment: SearchMoment, _ reading: ReadTransaction
  ) throws -> Query? {
    do {
      if query.words != nil, try !numbered(text, reading).isEmpty { return nil }
      guard try reading.releases(matching: query, in: filter, at: moment, before: nil, limit: 1).isEmpty else {
        return nil
      }
      return try reading.correction(of: query, in: filter, at: moment)
    } catch let error as StorageError where error.kind == .interrupted {
      return nil
    }
  }

  private static func numbered(_ text: String, _ reading: ReadTransaction) throws -> [NumberedRelease] {
    let numbered = try reading.releases(numbered: text, limit: mostNumbered)
    // A scanner or a person may give another form of the barcode than the stored one.
    guard numbered.isEmpty, case .gtin(let gtin) = GTIN.read(text) else { return numbered }
    return try reading.releases(numbered: gtin.key, limit: mostNumbered)
  }
}
