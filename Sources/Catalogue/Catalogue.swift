package import Deadwax
package import Storage

/// Read access to the library's releases, copies and places, page by page.
package struct Catalogue: Sendable {
  let database: Database

  package init(database: Database) { self.database = database }

  /// A release with its details and its copies.
  package struct Opened: Hashable, Sendable {
    package var release: Release
    package var detail: ReleaseDetail
    package var copies: [Copy]

    package init(release: Release, detail: ReleaseDetail, copies: [Copy]) {
      self.release = release
      self.detail = detail
      self.copies = copies
    }
  }

  /// Returns a release, or nil if there is none with this id. The id of a release that was merged stands for the release
  /// into which it was merged.
  package func release(_ id: Release.ID) throws -> Opened? {
    try database.read { reading in
      let id = try reading.remaining(of: id)
      guard try reading.isListed(id), let release = try reading.release(id), let detail = try reading.detail(of: id)
      else { return nil }
      return Opened(release: release, detail: detail, copies: try reading.copies(of: id))
    }
  }

  /// The kinds of records that a library has at least one of.
  package struct Beginnings: Hashable, Sendable {
    package var hasCopy: Bool
    package var hasScan: Bool
    package var hasPlace: Bool
    package var hasBorrower: Bool
    package var hasLabelJob: Bool
  }

  /// Returns which kinds of records the library has.
  package func beginnings() throws -> Beginnings {
    try database.read { reading in
      Beginnings(
        hasCopy: try reading.hasAny(.copy), hasScan: try reading.hasAny(.scan), hasPlace: try reading.hasAny(.place),
        hasBorrower: try reading.hasAny(.borrower), hasLabelJob: try reading.hasAny(.labelJob))
    }
  }

  /// A page of a list, and the cursor of the next page. `next` is nil on the last page.
  package struct Page<Item: Sendable>: Sendable {
    package var items: [Item]
    package var next: String?
    /// The number of items on all pages, with the first page of a list that is counted. Nil for more than
    /// `ListTotal.limit`.
    package var total: Int?
    /// True if items may be missing, because the search index is not complete yet.
    package var isPartial: Bool
    /// True if items may be missing, because a search took too long.
    package var isCutShort = false
    /// The query that these items match instead, if the query of the caller has none; nil otherwise.
    package var corrected: String?

    package init(items: [Item], next: String?, total: Int? = nil, isPartial: Bool = false) {
      self.items = items
      self.next = next
      self.total = total
      self.isPartial = isPartial
    }
  }

  /// Returns a page of the releases that were looked up and not found, the newest first.
  ///
  /// - Parameters:
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of releases, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func unknownReleases(cursor: String?, limit: Int) throws -> Page<Release> {
    let before = try Self.position(cursor)
    return try database.read { reading in
      let rows = try reading.unknownReleases(before: before, limit: limit + 1)
      let page = rows.prefix(limit)
      return Page(
        items: page.map(\.release),
        next: rows.count > limit ? page.last.map { "\($0.createdAt.milliseconds).\($0.release.id)" } : nil,
        total: try before == nil ? reading.unknownReleaseTotal() : nil)
    }
  }

  /// A copy and its release.
  package struct Item: Hashable, Sendable {
    package var copy: Copy
    package var release: Release

    package init(copy: Copy, release: Release) {
      self.copy = copy
      self.release = release
    }
  }

  /// Returns a copy, or nil if there is none with this id.
  package func copy(_ id: Copy.ID) throws -> Item? {
    try database.read { reading in
      guard let copy = try reading.copy(id), let release = try reading.release(copy.release) else { return nil }
      return Item(copy: copy, release: release)
    }
  }

  /// Returns the copy with a number in the accession book, or nil if there is none.
  package func copy(number: Int) throws -> Item? {
    try database.read { reading in
      // The highest number below the next one belongs to this copy, or the copy does not exist.
      guard let copy = try reading.copies(in: nil, before: number + 1, limit: 1).first, copy.number == number,
        let release = try reading.release(copy.release)
      else { return nil }
      return Item(copy: copy, release: release)
    }
  }

  /// Returns a page of the copies of a release, or of those in a place or on a medium, the lowest number first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func copies(
    of release: Release.ID, in place: Place.ID?, medium: MediumFilter? = nil, cursor: String?, limit: Int
  ) throws -> Page<Item> {
    let before = try Self.number(cursor)
    return try database.read { reading in
      guard let record = try reading.release(release), medium?.includes(record.medium) ?? true else {
        return Page(items: [], next: nil, total: 0)
      }
      let all = try reading.copies(of: release).filter { place == nil || $0.location?.place == place }
      let copies = all.filter { copy in before.map { copy.number > $0 } ?? true }
      let items = copies.prefix(limit + 1).map { Item(copy: $0, release: record) }
      let page = items.prefix(limit)
      return Page(
        items: Array(page), next: items.count > limit ? page.last.map { "\($0.copy.number)" } : nil,
        total: before == nil && all.count <= ListTotal.limit ? all.count : nil)
    }
  }

  /// Parses the cursor of a list of releases.
  static func position(_ cursor: String?) throws(CatalogueError) -> (createdAt: Timestamp, id: Release.ID)? {
    guard let cursor else { return nil }
    let parts = cursor.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]), let id = Release.ID(String(parts[1])) else {
      throw CatalogueError.badCursor
    }
    return (Timestamp(milliseconds: time), id)
  }

  /// Returns the cursor of the list of releases that begins with the newest one of a time or before it.
  package static func cursor(ofReleasesFrom time: Timestamp) -> String {
    "\(time.milliseconds + 1).\(Release.ID.absent)"
  }

  /// Parses the cursor of a list of copies.
  static func number(_ cursor: String?) throws(CatalogueError) -> Int? {
    guard let cursor else { return nil }
    guard let number = Int(cursor) else { throw CatalogueError.badCursor }
    return number
  }
}
