internal import Deadwax

/// A search for releases: each word must occur in the artist or the title.
///
/// Every release has a row in `release_search`, with artist and title as one text. Its number is negative: minus the
/// millisecond in which the release was added, times 2²⁰, plus a counter within the millisecond. Ascending numbers
/// therefore follow the displayed list, newest first. `release_trigram` (FTS5, <https://www.sqlite.org/fts5.html>) maps
/// each sequence of three characters to the numbers of the texts that contain it.
struct ReleaseSearch {
  /// The number of bits for releases added within one millisecond.
  private static let bits: Int64 = 20
  /// The maximum number of trigrams in a query. More would not reduce the number of matches.
  private static let trigramLimit = 32

  /// The patterns of the words for LIKE.
  private let patterns: [String]
  /// The query for FTS5, nil if no word is long enough for it. FTS5 finds all that LIKE finds and more. It ignores case
  /// for all letters, LIKE only for those of ASCII, and the trigrams of a word need not be adjacent.
  private let query: String?

  init(_ words: [String]) {
    // Sixteen words are enough to find a title.
    let words = words.prefix(16)
    patterns = words.map { "%" + $0.replacingLikeSigns + "%" }
    var trigrams: [String] = []
    for word in words {
      // SQLite ends the text of a pattern at a NUL character.
      let scalars = Array(word.unicodeScalars.prefix { $0.value != 0 })
      for start in scalars.indices.dropLast(2) where trigrams.count < Self.trigramLimit {
        let trigram = String(String.UnicodeScalarView(scalars[start..<start + 3]))
        if !trigrams.contains(where: { $0.unicodeScalars.elementsEqual(trigram.unicodeScalars) }) {
          trigrams.append(trigram)
        }
      }
    }
    query = trigrams.isEmpty ? nil : trigrams.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " ")
  }

  /// Returns the range of numbers of a millisecond. Clamps out-of-range times, which occur in forged cursors.
  static func numbers(of time: Timestamp) -> ClosedRange<Int64> {
    let first = -(min(max(time.milliseconds, -1 << 42), 1 << 42) << bits)
    return first...(first + (1 << bits) - 1)
  }

  /// Returns the part of a query that follows the columns. It reads the releases `r`, whose number is `s.number`, in
  /// the order of their numbers.
  ///
  /// - Parameters:
  ///   - numbers: the range of numbers to search.
  ///   - filter: the releases to search.
  ///   - before: the last release of the previous page, nil for the first page.
  /// - Returns: the SQL from `FROM` on, with its values and a final `?` for the limit.
  func list(
    _ numbers: ClosedRange<Int64>, _ filter: ReleaseFilter, before: (createdAt: Timestamp, id: Release.ID)?
  ) -> (sql: String, values: [(any Bindable)?]) {
    var list = ListConditions()
    let number: String
    let from: String
    if let query {
      number = "t.rowid"
      from = "release_trigram t CROSS JOIN release_search s ON s.number = t.rowid"
      list.add("t.release_trigram MATCH ?", query)
    } else {
      number = "s.number"
      from = "release_search s"
    }
    list.add("\(number) >= ? AND \(number) <= ?", numbers.lowerBound, numbers.upperBound)
    for pattern in patterns { list.add("s.words LIKE ? ESCAPE '\\'", pattern) }
    list.add(filter)
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return (
      "FROM \(from) CROSS JOIN release r ON r.id = s.release_id \(list.sql) ORDER BY \(number) LIMIT ?",
      list.values
    )
  }
}

extension String {
  /// The text with the wildcards of LIKE escaped by a backslash.
  fileprivate var replacingLikeSigns: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if "%_\\".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension WriteTransaction {
  /// Updates the search index of a release, which a removed one is not in. Call it after its row is written: a trigger
  /// cannot do this, since FTS5 is not allowed in an untrusted schema.
  ///
  /// - Parameter release: the release's id.
  /// - Throws: a `StorageError`.
  func index(release: String) throws {
    guard try isListed(release) else { return try forget(release: release) }
    // The numbers are an ordinary table, which every engine has.
    try indexNumbers(of: release)
    guard hasReleaseSearch else { return }
    let isRight = try first(
      """
      SELECT s.words = r.artist || ' ' || r.title AND -(s.number >> 20) = r.created_at
      FROM release_search s JOIN release r ON r.id = s.release_id WHERE s.release_id = ?1
      """, release
    ) { try $0.flag(0) }
    if isRight == true { return }
    if isRight == false { try forgetWords(of: release) }
    try run(
      """
      INSERT INTO release_search (number, release_id, words)
      SELECT coalesce(
          (SELECT max(s.number) + 1 FROM release_search s
            WHERE s.number >= -(r.created_at << 20) AND s.number < (1 << 20) - (r.created_at << 20)),
          -(r.created_at << 20)),
        r.id, r.artist || ' ' || r.title
      FROM release r WHERE r.id = ?1
      """, release)
    try run(
      "INSERT INTO release_trigram (rowid, words) SELECT number, words FROM release_search WHERE release_id = ?1",
      release)
  }

  /// Removes a release from the search index. Call it before its row is deleted.
  ///
  /// - Parameter release: the release's id.
  /// - Throws: a `StorageError`.
  func forget(release: String) throws {
    try run("DELETE FROM release_number WHERE release_id = ?1", release)
    try forgetWords(of: release)
  }

  private func forgetWords(of release: String) throws {
    guard hasReleaseSearch else { return }
    // FTS5 does not look up the old text; the delete command must contain it.
    try run(
      """
      INSERT INTO release_trigram (release_trigram, rowid, words)
      SELECT 'delete', number, words FROM release_search WHERE release_id = ?1
      """, release)
    try run("DELETE FROM release_search WHERE release_id = ?1", release)
  }

  /// Rebuilds the search index from all releases, after many rows were added.
  ///
  /// - Throws: a `StorageError`.
  package func indexReleases() throws {
    try run("DELETE FROM release_search")
    try run(
      """
      INSERT INTO release_search (number, release_id, words)
      SELECT row_number() OVER (PARTITION BY created_at ORDER BY id DESC) - 1 - (created_at << 20), id,
        artist || ' ' || title
      FROM release WHERE removed_at IS NULL ORDER BY created_at DESC
      """)
    try run("INSERT INTO release_trigram (release_trigram) VALUES ('rebuild')")
    try indexAllNumbers()
  }
}
