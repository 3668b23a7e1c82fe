package import Deadwax
package import Storage

/// What the library knows and has: reading it, page by page.
package struct Catalogue: Sendable {
  let database: Database

  package init(database: Database) { self.database = database }

  /// A release with everything below it and its copies.
  package struct Opened: Hashable, Sendable {
    package var release: Release
    package var detail: ReleaseDetail
    package var copies: [Copy]
  }

  /// One release; nil when there is none with this id.
  package func release(_ id: Release.ID) throws -> Opened? {
    try database.read { reading in
      guard let release = try reading.release(id), let detail = try reading.detail(of: id) else { return nil }
      return Opened(release: release, detail: detail, copies: try reading.copies(of: id))
    }
  }

  /// A page of a list, and where the next one begins.
  package struct Page<Item: Sendable>: Sendable {
    package var items: [Item]
    package var next: String?

    package init(items: [Item], next: String?) {
      self.items = items
      self.next = next
    }
  }

  /// Releases, newest first.
  ///
  /// - Parameters:
  ///   - words: each must stand in the title or the artist; none means all.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
  /// - Returns: a page and where the next one begins.
  /// - Throws: `CatalogueError.badCursor`.
  package func releases(matching words: [String], cursor: String?, limit: Int) throws -> Page<Release> {
    var before: (createdAt: Timestamp, id: Release.ID)?
    if let cursor {
      let parts = cursor.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let time = Int64(parts[0]), let id = Release.ID(String(parts[1])) else {
        throw CatalogueError.badCursor
      }
      before = (Timestamp(milliseconds: time), id)
    }
    let rows = try database.read { try $0.releases(matching: words, before: before, limit: limit + 1) }
    let page = rows.prefix(limit)
    return Page(
      items: page.map(\.release),
      next: rows.count > limit ? page.last.map { "\($0.createdAt.milliseconds).\($0.release.id)" } : nil)
  }

  /// A copy together with its release.
  package struct Item: Hashable, Sendable {
    package var copy: Copy
    package var release: Release

    package init(copy: Copy, release: Release) {
      self.copy = copy
      self.release = release
    }
  }

  /// One copy; nil when there is none with this id.
  package func copy(_ id: Copy.ID) throws -> Item? {
    try database.read { reading in
      guard let copy = try reading.copy(id), let release = try reading.release(copy.release) else { return nil }
      return Item(copy: copy, release: release)
    }
  }

  /// The copy with a number of the accession book; nil when there is none.
  package func copy(number: Int) throws -> Item? {
    try database.read { reading in
      // The newest of those below the next number is the one, or there is none.
      guard let copy = try reading.copies(in: nil, before: number + 1, limit: 1).first, copy.number == number,
        let release = try reading.release(copy.release)
      else { return nil }
      return Item(copy: copy, release: release)
    }
  }

  /// Copies, newest first, or all copies of one release.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func copies(
    of release: Release.ID?, in place: Place.ID?, cursor: String?, limit: Int
  ) throws -> Page<Item> {
    var before: Int?
    if let cursor {
      guard let number = Int(cursor) else { throw CatalogueError.badCursor }
      before = number
    }
    return try database.read { reading in
      let copies =
        if let release {
          try reading.copies(of: release).filter { copy in
            (place == nil || copy.location?.place == place) && (before.map { copy.number > $0 } ?? true)
          }
        } else {
          try reading.copies(in: place, before: before, limit: limit + 1)
        }
      var items: [Item] = []
      for copy in copies.prefix(limit) {
        guard let release = try reading.release(copy.release) else { continue }
        items.append(Item(copy: copy, release: release))
      }
      return Page(items: items, next: copies.count > limit ? items.last.map { "\($0.copy.number)" } : nil)
    }
  }
}

/// Why a list could not be read.
package enum CatalogueError: Error, Sendable {
  /// The cursor is not one that a page gave.
  case badCursor
}
