package import Deadwax
internal import Storage

extension Catalogue {
  /// Returns the representations of a page of releases, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the releases that the list shows.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  ///   - represent: returns the representation of a release, which depends on nothing else.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func releaseRows(
    in filter: ReleaseFilter = ReleaseFilter(), cursor: String?, limit: Int, _ represent: @escaping (Release) -> [UInt8]
  ) throws -> Page<[UInt8]> {
    let before = try Self.position(cursor)
    func row(_ release: Release) -> ListRow {
      ListRow(id: release.id.text, bytes: represent(release), sources: Release.sources(of: release.id))
    }
    let page = try database.read(
      RowPage(
        of: .release, limit: limit, keys: { try $0.releaseKeys(in: filter, before: before, limit: limit + 1) },
        cursor: { "\($0.position).\($0.id)" },
        all: { try $0.releases(in: filter, before: before, limit: limit).map { row($0.release) } },
        one: { reading, id in try Release.ID(id).flatMap { try reading.release($0) }.map { row($0) } },
        total: { try before == nil ? $0.releaseTotal(in: filter) : nil }))
    return Page(items: page.rows, next: page.next, total: page.total)
  }

  /// Returns the representations of a page of all copies, or of those in a place, the highest number first.
  ///
  /// - Parameters:
  ///   - place: the place; nil for all copies.
  ///   - medium: the part of the collection; nil for all of it.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of copies, 1 to 200.
  ///   - represent: returns the representation of a copy, which depends on nothing else.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func copyRows(
    in place: Place.ID?, medium: MediumFilter? = nil, cursor: String?, limit: Int,
    _ represent: @escaping (Item) -> [UInt8]
  ) throws -> Page<[UInt8]> {
    let before = try Self.number(cursor)
    func row(_ copy: Copy, _ release: Release) -> ListRow {
      ListRow(
        id: copy.id.text, bytes: represent(Item(copy: copy, release: release)), sources: Copy.sources(of: copy.id, copy)
      )
    }
    let page = try database.read(
      RowPage(
        of: .copy, limit: limit, keys: { try $0.copyKeys(in: place, medium: medium, before: before, limit: limit + 1) },
        cursor: { "\($0.position)" },
        all: { reading in
          try reading.copiesWithReleases(in: place, medium: medium, before: before, limit: limit)
            .map { row($0.copy, $0.release) }
        },
        one: { reading, id in
          guard let copy = try Copy.ID(id).flatMap({ try reading.copy($0) }),
            let release = try reading.release(copy.release)
          else { return nil }
          return row(copy, release)
        },
        total: { try before == nil ? $0.copyTotal(in: place, medium: medium) : nil }))
    return Page(items: page.rows, next: page.next, total: page.total)
  }
}
