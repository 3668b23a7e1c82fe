package import Deadwax
internal import Storage

extension Catalogue {
  /// A release that a search found.
  package struct Found: Hashable, Sendable {
    package var release: Release
    /// The number that matches; nil for a release that was found by its title and artist.
    package var number: Number?
  }

  /// A number of a release that matches a search.
  package struct Number: Hashable, Sendable {
    package var kind: ReleaseNumberKind
    /// The number as printed.
    package var value: String
  }

  /// The largest number of releases that are found by a number. More of them mean that the text is too short.
  private static let mostNumbered = 50

  /// Returns a page of the releases that a text finds: first those with a barcode, a catalogue number or a matrix number
  /// that begins with it, then those whose title and artist contain its words, the newest first.
  ///
  /// - Parameters:
  ///   - text: the text as a person types it. Blanks and punctuation do not count in numbers.
  ///   - filter: the releases that the list shows.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page, with each release once.
  /// - Throws: `CatalogueError.badCursor`.
  package func search(_ text: String, in filter: ReleaseFilter, cursor: String?, limit: Int) throws -> Page<Found> {
    let before = try Self.position(cursor)
    let words = text.split(separator: " ").map(String.init)
    return try database.read { reading in
      var numbered = try reading.releases(numbered: text, limit: Self.mostNumbered)
      // A scanner or a person may give another form of the barcode than the stored one.
      if numbered.isEmpty, case .gtin(let gtin) = GTIN.read(text) {
        numbered = try reading.releases(numbered: gtin.key, limit: Self.mostNumbered)
      }
      let first = numbered.filter { filter.includes($0.release) }.prefix(limit).map {
        Found(release: $0.release, number: Number(kind: $0.kind, value: $0.value))
      }
      let shown = Set(first.map(\.release.id))
      let room = before == nil ? limit - first.count : limit
      let rows = try reading.releases(matching: words, in: filter, before: before, limit: room + 1)
      let page = rows.prefix(room)
      let others = page.filter { !shown.contains($0.release.id) }.map { Found(release: $0.release, number: nil) }
      let last = page.last.map { "\($0.createdAt.milliseconds).\($0.release.id)" }
      return Page(
        items: (before == nil ? first : []) + others,
        next: rows.count > room ? last ?? Self.cursor(ofReleasesFrom: Self.end) : nil)
    }
  }

  /// A time after that of every release, with which the list of words begins on a page after the numbers.
  private static let end = Timestamp(milliseconds: 1 << 42)
}
