internal import Deadwax

/// What somebody typed to find releases: each word must stand somewhere in the artist or the title.
///
/// Every release has a row in `release_search`, with artist and title as one text. Its number is that of the millisecond
/// in which the release was added, times 2²⁰, below zero, and counted on within the millisecond: so the numbers go
/// through the list as it is shown, newest first. `release_trigram` (FTS5, <https://www.sqlite.org/fts5.html>) knows by
/// each three signs the numbers of the texts in which they stand.
struct ReleaseSearch {
  /// The number of releases that one millisecond has room for, in bits.
  private static let bits: Int64 = 20
  /// More would find no fewer.
  private static let trigramLimit = 32

  /// What a word must look like to LIKE.
  private let patterns: [String]
  /// What FTS5 is asked; nil when no word is long enough for it. It finds what LIKE does and more: it takes any letters
  /// for the same that differ in case alone, LIKE only those of ASCII, and the trigrams of a word may stand apart.
  private let query: String?

  init(_ words: [String]) {
    // Whoever types a whole title is found by its first sixteen words.
    let words = words.prefix(16)
    patterns = words.map { "%" + $0.replacingLikeSigns + "%" }
    var trigrams: [String] = []
    for word in words {
      // For SQLite a text that is compared ends there.
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

  /// The numbers of a millisecond. A time that no clock shows, as of a cursor that nobody gave, is drawn nearer.
  static func numbers(of time: Timestamp) -> ClosedRange<Int64> {
    let first = -(min(max(time.milliseconds, -1 << 42), 1 << 42) << bits)
    return first...(first + (1 << bits) - 1)
  }

  /// What follows the columns of a query for releases `r`, whose number is `s.number`, in the order of the numbers.
  ///
  /// - Parameters:
  ///   - numbers: of the releases that are looked through.
  ///   - before: only those that come after this one in the list.
  /// - Returns: the text from `FROM` on, with its values and a `?` for the limit.
  func list(
    _ numbers: ClosedRange<Int64>, before: (createdAt: Timestamp, id: Release.ID)?
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
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return (
      "FROM \(from) CROSS JOIN release r ON r.id = s.release_id \(list.sql) ORDER BY \(number) LIMIT ?",
      list.values
    )
  }
}

extension String {
  /// With the signs that LIKE takes for wildcards escaped by a backslash.
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
  /// Has a release found by what it says now, and by nothing else. To be called after its row was written, since FTS5
  /// can stand in no trigger where the schema is not trusted.
  ///
  /// - Parameter release: its id.
  /// - Throws: a `StorageError`.
  func index(release: String) throws {
    let isRight = try first(
      """
      SELECT s.words = r.artist || ' ' || r.title AND -(s.number >> 20) = r.created_at
      FROM release_search s JOIN release r ON r.id = s.release_id WHERE s.release_id = ?1
      """, release
    ) { try $0.flag(0) }
    if isRight == true { return }
    if isRight == false { try forget(release: release) }
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

  /// Has a release found by nothing any more. To be called before its row is deleted.
  ///
  /// - Parameter release: its id.
  /// - Throws: a `StorageError`.
  func forget(release: String) throws {
    // FTS5 takes out what it is told; it does not look for it.
    try run(
      """
      INSERT INTO release_trigram (release_trigram, rowid, words)
      SELECT 'delete', number, words FROM release_search WHERE release_id = ?1
      """, release)
    try run("DELETE FROM release_search WHERE release_id = ?1", release)
  }

  /// Makes the search anew out of the releases: after rows of them were added in great number.
  ///
  /// - Throws: a `StorageError`.
  package func indexReleases() throws {
    try run("DELETE FROM release_search")
    try run(
      """
      INSERT INTO release_search (number, release_id, words)
      SELECT row_number() OVER (PARTITION BY created_at ORDER BY id DESC) - 1 - (created_at << 20), id,
        artist || ' ' || title
      FROM release ORDER BY created_at DESC
      """)
    try run("INSERT INTO release_trigram (release_trigram) VALUES ('rebuild')")
  }
}
