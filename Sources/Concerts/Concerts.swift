package import Catalogue
package import Deadwax
internal import Execution
package import Storage

/// The concert catalogue: shows, their recordings, and what the library notes about them.
package struct Concerts: Sendable {
  /// The number of recent shows that are listed.
  package static let recentLimit = 50
  /// The maximum number of characters of notes, and of each tag.
  static let (longestNotes, longestTag, mostTags) = (2000, 60, 20)

  let database: Database
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - published: called after each commit that published an event; must not block.
  package init(database: Database, published: @escaping @Sendable () -> Void) {
    self.database = database
    self.published = published
  }

  /// Returns the package of the catalogue and the numbers of recordings by the kinds of source.
  package func summary() throws -> CatalogueSummary {
    try database.read { reading in
      CatalogueSummary(version: try reading.concertPackageVersion(), statistics: try reading.recordingStatistics())
    }
  }

  /// Returns a page of shows. Without a search they are the newest first; a search has those of the best rating first.
  ///
  /// - Parameters:
  ///   - search: the words as they were typed; nil for all shows. Words that the index cannot have find nothing.
  ///   - filter: the conditions of the list.
  ///   - collection: the collection whose shows are listed, in its order and without the other conditions; nil for none.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of shows, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor` or `ConcertError.noSuchCollection`.
  package func shows(
    search: String?, _ filter: ShowFilter, collection: String?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<Show> {
    if let collection { return try shows(of: collection, cursor: cursor, limit: limit) }
    var match: String?
    if let search {
      guard let found = ShowQuery.match(search) else { return Catalogue.Page(items: [], next: nil, total: 0) }
      match = found
    }
    if let song = filter.song {
      guard let phrase = ShowQuery.phrase(song) else { return Catalogue.Page(items: [], next: nil, total: 0) }
      // The index finds the shows with these words; the list of songs decides.
      match = [match, phrase].compactMap(\.self).joined(separator: " AND ")
    }
    guard let match else { return try newest(filter, cursor: cursor, limit: limit) }
    let offset = try Self.offset(cursor)
    return try database.read { reading in
      let rows = try reading.shows(matching: match, filter, after: offset, limit: limit + 1)
      return Catalogue.Page(
        items: Array(rows.prefix(limit)), next: rows.count > limit ? "\(offset + limit)" : nil,
        total: try cursor == nil ? reading.showTotal(matching: match, filter) : nil)
    }
  }

  /// Returns a show with its recordings, its neighbours and what the library noted about it.
  ///
  /// - Throws: `ConcertError.noSuchShow`.
  package func show(_ id: String) throws -> ShowView {
    try database.read { reading in
      guard let show = try reading.show(id) else { throw ConcertError.noSuchShow }
      let position = ShowPosition(show)
      let recordings = try reading.recordings(ofShow: id)
      return ShowView(
        show: show, sets: ShowSet.list(show.setlistRaw), musicians: ShowMusician.list(show.lineupRaw),
        recordings: recordings, previous: try reading.neighbour(of: position, isNext: false),
        next: try reading.neighbour(of: position, isNext: true),
        collections: try reading.concertCollections().filter { $0.shows.contains(id) },
        entry: try reading.libraryEntry(ofShow: id),
        copies: try reading.copies(ofShow: id).compactMap { try reading.view(of: $0) })
    }
  }

  /// Returns a page of recordings, those of the best rating first.
  ///
  /// - Parameters:
  ///   - source: the kind of source; nil for all of them.
  ///   - reviews: the smallest number of reviews.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of recordings, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func recordings(
    of source: ShowRecording.Source?, reviews: Int, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<ShowRecording> {
    let offset = try Self.offset(cursor)
    return try database.read { reading in
      let rows = try reading.topRecordings(of: source, reviews: reviews, after: offset, limit: limit + 1)
      return Catalogue.Page(
        items: Array(rows.prefix(limit)), next: rows.count > limit ? "\(offset + limit)" : nil,
        total: try cursor == nil ? reading.recordingTotal(of: source, reviews: reviews) : nil)
    }
  }

  /// Returns a recording.
  ///
  /// - Throws: `ConcertError.noSuchRecording`.
  package func recording(_ identifier: String) throws -> ShowRecording {
    guard let found = try database.read({ try $0.showRecording(identifier) }) else {
      throw ConcertError.noSuchRecording
    }
    return found
  }

  /// Returns the collections of the package.
  package func collections() throws -> [ConcertCollection] { try database.read { try $0.concertCollections() } }

  /// Returns the shows that were played lately, the last one first.
  package func recents() throws -> [RecentShowView] {
    try database.read { reading in
      try reading.recentShows(limit: Self.recentLimit).map { recent in
        RecentShowView(recent: recent, show: try reading.show(recent.id))
      }
    }
  }

  /// Counts that a show was played now. It is no change of the records, and the history does not have it.
  ///
  /// - Throws: `ConcertError.noSuchShow`.
  package func notePlayed(_ id: String) throws {
    try database.write { transaction in
      guard try transaction.show(id) != nil else { throw ConcertError.noSuchShow }
      try transaction.noteRecentShow(id)
      guard var entry = try transaction.libraryEntry(ofShow: id) else { return }
      entry.lastAccessedAt = transaction.now
      try transaction.store(entry)
    }
  }

  /// Puts a show into the library, or replaces what is noted about it. The show itself is marked in the same transaction.
  ///
  /// - Parameters:
  ///   - id: the show.
  ///   - isPinned: true to mark it with a pin.
  ///   - notes: notes; nil for none.
  ///   - rating: the library's own rating, 0 to 5; nil for none.
  ///   - tags: tags without commas.
  /// - Returns: the entry.
  /// - Throws: `ConcertError.noSuchShow`, or `StaffError.badValue` for a value that is not possible.
  package func putIntoLibrary(
    _ id: String, isPinned: Bool, notes: String?, rating: Double?, tags: [String]
  ) throws -> ShowLibraryEntry {
    let notes = try FieldValidation.optionalText(notes, "notes", atMost: Self.longestNotes)
    guard rating.map({ (0...5).contains($0) }) ?? true else {
      throw StaffError.badValue(field: "rating", sentence: "It must be a number from 0 to 5.")
    }
    guard tags.count <= Self.mostTags, !tags.contains(where: { $0.contains(",") }) else {
      throw StaffError.badValue(
        field: "tags", sentence: "There must be at most \(Self.mostTags) tags, and none with a comma.")
    }
    let words = try tags.map { try FieldValidation.line($0, "tags", atMost: Self.longestTag) }
    return try database.write { transaction in
      guard try transaction.show(id) != nil else { throw ConcertError.noSuchShow }
      let known = try transaction.libraryEntry(ofShow: id)
      let entry = ShowLibraryEntry(
        show: id, addedAt: known?.addedAt ?? transaction.now, isPinned: isPinned, notes: notes, rating: rating,
        lastAccessedAt: known?.lastAccessedAt, tags: words)
      try transaction.store(entry)
      return entry
    }
  }

  /// Removes a show from the library, with what is noted about it.
  ///
  /// - Throws: `ConcertError.notInLibrary`.
  package func removeFromLibrary(_ id: String) throws {
    try database.write { transaction in
      guard try transaction.libraryEntry(ofShow: id) != nil else { throw ConcertError.notInLibrary }
      try transaction.removeLibraryEntry(ofShow: id)
    }
  }

  private func newest(_ filter: ShowFilter, cursor: String?, limit: Int) throws -> Catalogue.Page<Show> {
    var before: ShowPosition?
    if let cursor {
      guard let position = ShowPosition(cursor) else { throw CatalogueError.badCursor }
      before = position
    }
    return try database.read { reading in
      let rows = try reading.shows(filter, before: before, limit: limit + 1)
      let page = Array(rows.prefix(limit))
      return Catalogue.Page(
        items: page, next: rows.count > limit ? page.last.map { ShowPosition($0).text } : nil,
        total: try before == nil ? reading.showTotal(filter) : nil)
    }
  }

  private func shows(of collection: String, cursor: String?, limit: Int) throws -> Catalogue.Page<Show> {
    let offset = try Self.offset(cursor)
    return try database.read { reading in
      guard let found = try reading.concertCollections().first(where: { $0.id == collection }) else {
        throw ConcertError.noSuchCollection
      }
      let ids = found.shows.dropFirst(offset).prefix(limit)
      return Catalogue.Page(
        items: try ids.compactMap { try reading.show($0) },
        next: offset + limit < found.shows.count ? "\(offset + limit)" : nil,
        total: cursor == nil ? found.shows.count : nil)
    }
  }

  /// Returns the number of items before a page.
  private static func offset(_ cursor: String?) throws -> Int {
    guard let cursor else { return 0 }
    guard let offset = Int(cursor), (0...1_000_000).contains(offset) else { throw CatalogueError.badCursor }
    return offset
  }

  /// Runs a write transaction, and reports the published events after its commit.
  func write<Result: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> Result) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }
}
