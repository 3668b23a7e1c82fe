internal import Deadwax

/// The search index of releases: their documents, and the sets of words in FTS5 (<https://www.sqlite.org/fts5.html>).
///
/// FTS5 has no texts of its own, so a change writes the difference alone: the new words of a row, and the removal of
/// those that it no longer has. The row's `words` say which those are.
struct SearchIndex {
  let transaction: WriteTransaction

  /// The name under which the job that adds existing releases stores its position.
  static let job = "search-index"

  /// A difference between the words that FTS5 has for a row, and those that it should have.
  struct WordChange {
    let number: Int64
    /// The words that go; nil for a new row, which has none.
    let old: Set<String>?
    let new: Set<String>
  }

  /// The number of releases whose words are in memory at once.
  private static let releasesAtOnce = 256

  /// Brings the rows of listed releases up to date, with their words.
  func update(_ releases: [String]) throws {
    for start in stride(from: 0, to: releases.count, by: Self.releasesAtOnce) {
      let part = releases[start..<min(start + Self.releasesAtOnce, releases.count)]
      try write(part.compactMap { try updateRow(of: $0) })
    }
  }

  /// Brings the row of a listed release up to date.
  ///
  /// - Parameter release: the release's id.
  /// - Returns: the words to write; nil if they stay.
  /// - Throws: a `StorageError`.
  func updateRow(of release: String) throws -> WordChange? {
    guard let document = try transaction.searchDocument(of: release) else { return nil }
    let old = try transaction.first(
      """
      SELECT s.number, s.words, s.artist_key, s.title_key, s.label_key, s.year,
        -(s.number >> 20) = r.created_at AS is_placed
      FROM release_search s JOIN release r ON r.id = s.release_id WHERE s.release_id = ?1
      """, release
    ) { row in
      (
        number: try row.integer("number"), isPlaced: try row.flag("is_placed"),
        document: SearchDocument(
          words: try row.text("words"), artistKey: try row.text("artist_key"), titleKey: try row.text("title_key"),
          labelKey: try row.text("label_key"), year: Int(try row.integer("year")))
      )
    }
    if let old, old.isPlaced {
      guard old.document != document else { return nil }
      try transaction.run(
        """
        UPDATE release_search SET words = ?2, artist_key = ?3, title_key = ?4, label_key = ?5, year = ?6
        WHERE number = ?1
        """, old.number, document.words, document.artistKey, document.titleKey, document.labelKey, document.year)
      let (before, after) = (
        SearchDocument.tokens(of: old.document.words), SearchDocument.tokens(of: document.words)
      )
      guard before != after else { return nil }
      return WordChange(number: old.number, old: before.subtracting(after), new: after.subtracting(before))
    }
    if old != nil { try remove(release) }
    try transaction.run(
      """
      INSERT INTO release_search (number, release_id, words, artist_key, title_key, label_key, year)
      SELECT coalesce(
          (SELECT max(s.number) + 1 FROM release_search s
            WHERE s.number >= -(r.created_at << 20) AND s.number < (1 << 20) - (r.created_at << 20)),
          -(r.created_at << 20)),
        r.id, ?2, ?3, ?4, ?5, ?6
      FROM release r WHERE r.id = ?1
      """, release, document.words, document.artistKey, document.titleKey, document.labelKey, document.year)
    guard let number = try number(of: release) else { return nil }
    return WordChange(number: number, old: nil, new: SearchDocument.tokens(of: document.words))
  }

  /// Removes a release.
  func remove(_ release: String) throws {
    let old = try transaction.first(
      "SELECT number, words FROM release_search WHERE release_id = ?1", release
    ) { (number: try $0.integer("number"), words: try $0.text("words")) }
    guard let old else { return }
    try delete(SearchDocument.tokens(of: old.words), from: old.number)
    try transaction.run("DELETE FROM release_search WHERE number = ?1", old.number)
  }

  /// Removes all releases and all words.
  func empty() throws {
    try transaction.run("DELETE FROM release_search")
    try transaction.run("DELETE FROM release_word")
    try transaction.run("INSERT INTO release_token (release_token) VALUES ('delete-all')")
  }

  private func number(of release: String) throws -> Int64? {
    try transaction.first("SELECT number FROM release_search WHERE release_id = ?1", release) { try $0.integer(0) }
  }

  /// Writes the words of rows, each row once.
  ///
  /// FTS5 counts a row for each insertion and takes one off for each deletion, and calls a table with less than no rows
  /// damaged. So a row that stays has one of each, also for no words.
  ///
  /// FTS5 collects words in memory. It writes them before a smaller row number, and before each statement that SQLite
  /// could have to undo alone. So the rows of many releases come together, in the order of their numbers.
  func write(_ changes: [WordChange]) throws {
    for change in changes.sorted(by: { $0.number < $1.number }) {
      if let old = change.old { try delete(old, from: change.number) }
      try add(change.new, to: change.number)
    }
    var fields: [String: Int64] = [:]
    for change in changes { fields.merge(SearchDocument.plainWords(in: change.new), uniquingKeysWith: |) }
    for word in Self.ordered(fields.keys) {
      try transaction.run(
        """
        INSERT INTO release_word (word, fields, number)
        VALUES (?1, ?2, coalesce((SELECT max(number) FROM release_word), 0) + 1)
        ON CONFLICT (word) DO UPDATE SET fields = fields | excluded.fields
        WHERE fields | excluded.fields <> fields
        """, word, fields[word] ?? 0)
    }
  }

  // The order of words does not matter to FTS5, but the same change writes the same bytes. Their bytes are compared, since
  // the signs of fields are not ASCII, for which a comparison of texts takes many times as long.
  private static func ordered(_ words: some Sequence<String>) -> [String] {
    words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func delete(_ words: Set<String>, from number: Int64) throws {
    try transaction.run(
      "INSERT INTO release_token (release_token, rowid, words) VALUES ('delete', ?1, ?2)", number,
      Self.ordered(words).joined(separator: " "))
  }

  private func add(_ words: Set<String>, to number: Int64) throws {
    try transaction.run(
      "INSERT INTO release_token (rowid, words) VALUES (?1, ?2)", number, Self.ordered(words).joined(separator: " "))
  }
}

extension WriteTransaction {
  /// Updates the search index of a release, which a removed one is not in. Call it after its rows are written: a trigger
  /// cannot do this, since FTS5 is not allowed in an untrusted schema.
  ///
  /// - Parameter release: the release's id.
  /// - Throws: a `StorageError`.
  func index(release: String) throws {
    if waitingReleases?.add(release, hasOwnChange: true) != nil { return }
    guard try isListed(release) else { return try forget(release: release) }
    // The numbers are an ordinary table, which every engine has.
    try indexNumbers(of: release)
    if hasReleaseSearch { try SearchIndex(transaction: self).update([release]) }
  }

  /// Updates the search index of many releases at once.
  func index(_ releases: WaitingReleases) throws {
    let listed = try releases.order.filter { release in
      let isOwn = releases.hasOwnChange[release] ?? false
      guard try isListed(release) else {
        if isOwn { try forget(release: release) }
        return false
      }
      if isOwn { try indexNumbers(of: release) }
      return true
    }
    if hasReleaseSearch { try SearchIndex(transaction: self).update(listed) }
  }

  /// Updates the search index of the release of a copy. Call it after a write of what the copy is found by.
  func indexRelease(of copy: Copy.ID) throws {
    guard hasReleaseSearch, let release = try self.release(ofCopy: copy.text) else { return }
    try indexWords(of: release)
  }

  /// Updates the search index of a release whose own row did not change, such as after one of its attachments.
  func indexWords(of release: String) throws {
    if waitingReleases?.add(release, hasOwnChange: false) != nil { return }
    guard hasReleaseSearch, try isListed(release) else { return }
    try SearchIndex(transaction: self).update([release])
  }

  /// Removes a release from the search index. Call it before its row is deleted.
  ///
  /// - Parameter release: the release's id.
  /// - Throws: a `StorageError`.
  func forget(release: String) throws {
    try run("DELETE FROM release_number WHERE release_id = ?1", release)
    if hasReleaseSearch { try SearchIndex(transaction: self).remove(release) }
  }

  /// Rebuilds the search index from all releases, after many rows were added.
  ///
  /// - Throws: a `StorageError`.
  package func indexReleases() throws {
    let index = SearchIndex(transaction: self)
    try index.empty()
    try indexAllNumbers()
    // The numbers ascend, which is the quickest order for FTS5.
    let releases = try all(
      "SELECT id FROM release WHERE removed_at IS NULL ORDER BY created_at DESC, id DESC"
    ) { try $0.text(0) }
    try index.update(releases)
    try setPosition(-1, ofJob: SearchIndex.job)
  }

  /// Adds the next releases that are not in the search index yet, the newest first.
  ///
  /// - Parameter limit: the maximum number of releases.
  /// - Returns: the number of releases that were added; 0 if all are in the index.
  /// - Throws: a `StorageError`.
  package func indexNextReleases(limit: Int) throws -> Int {
    let position = try position(ofJob: SearchIndex.job)
    guard position >= 0 else { return 0 }
    let index = SearchIndex(transaction: self)
    let next = try all(
      """
      SELECT r.id, r.created_at FROM release r
      WHERE r.removed_at IS NULL AND r.created_at <= ?1
        AND NOT EXISTS (SELECT 1 FROM release_search s WHERE s.release_id = r.id)
      ORDER BY r.created_at DESC, r.id DESC LIMIT ?2
      """, position == 0 ? Int64.max : position, limit
    ) { (id: try $0.text("id"), createdAt: try $0.integer("created_at")) }
    try index.update(next.map(\.id))
    // Releases of one millisecond may be in two steps, so the next one begins with the same time.
    try setPosition(next.last.map { max(1, $0.createdAt) } ?? -1, ofJob: SearchIndex.job)
    return next.count
  }
}

extension Queryable {
  /// Returns the id of the release of a copy; nil if there is no such copy.
  func release(ofCopy copy: String) throws -> String? {
    try first("SELECT release_id FROM copy WHERE id = ?1", copy) { try $0.text(0) }
  }

  /// Returns true if all releases are in the search index, and false while the job that adds them has not ended.
  package func isReleaseIndexComplete() throws -> Bool { try position(ofJob: SearchIndex.job) < 0 }
}
