package import Deadwax
package import Lending
package import Queries
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
    /// The time zone of the library, which its days are in.
    package var zone: POSIXTimeZone

    package init(_ text: String, isTyping: Bool, zone: POSIXTimeZone) {
      self.text = text
      self.isTyping = isTyping
      self.zone = zone
    }
  }

  /// The largest number of releases that are found by a number. More of them mean that the text is too short.
  private static let mostNumbered = 50

  /// Returns a page of the releases that a query finds. A query of words alone finds those with a barcode, a catalogue
  /// number or a matrix number that begins with it first. The others follow in the order of the query, or else the
  /// newest first.
  ///
  /// - Parameters:
  ///   - search: the query.
  ///   - filter: the releases that the list shows.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page, with each release once.
  /// - Throws: `CatalogueError.badCursor` or `QueryError`.
  package func search(_ search: Search, in filter: ReleaseFilter, cursor: String?, limit: Int) throws -> Page<Found> {
    let query = try Query(search.text, isTyping: search.isTyping)
    let before = try Self.position(cursor)
    return try database.read { reading in
      let numbered = query.isPlain ? try Self.numbered(search.text, reading) : []
      let first = numbered.filter { filter.includes($0.release) }.prefix(limit).map {
        Found(release: $0.release, number: Number(kind: $0.kind, value: $0.value))
      }
      let shown = Set(first.map(\.release.id))
      let room = before == nil ? limit - first.count : limit
      let rows = try reading.releases(
        matching: query, in: filter, at: SearchMoment(now: reading.now, in: search.zone), before: before,
        limit: room + 1)
      let page = rows.prefix(room)
      let others = page.filter { !shown.contains($0.release.id) }.map { Found(release: $0.release, number: nil) }
      let last = page.last.map { "\($0.createdAt.milliseconds).\($0.release.id)" }
      return Page(
        items: (before == nil ? first : []) + others,
        next: rows.count > room ? last ?? Self.cursor(ofReleasesFrom: Self.end) : nil,
        isPartial: try !reading.isReleaseIndexComplete())
    }
  }

  private static func numbered(_ text: String, _ reading: ReadTransaction) throws -> [NumberedRelease] {
    let numbered = try reading.releases(numbered: text, limit: mostNumbered)
    // A scanner or a person may give another form of the barcode than the stored one.
    guard numbered.isEmpty, case .gtin(let gtin) = GTIN.read(text) else { return numbered }
    return try reading.releases(numbered: gtin.key, limit: mostNumbered)
  }

  /// A time after that of every release, with which the list of words begins on a page after the numbers.
  private static let end = Timestamp(milliseconds: 1 << 42)
}

extension Query {
  /// True for words without a field and without an order, which may be a number.
  fileprivate var isPlain: Bool {
    guard sort.isEmpty else { return false }
    switch condition {
    case .term(.anywhere)?: return true
    case .all(let parts)?: return parts.allSatisfy { if case .term(.anywhere) = $0 { true } else { false } }
    default: return false
    }
  }
}
