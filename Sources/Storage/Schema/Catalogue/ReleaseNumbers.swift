internal import Deadwax

/// The numbers by which a release is found: its catalogue numbers, its matrix numbers and its barcode.
///
/// They are compared without blanks and punctuation, because people type "CK 63628", "ck-63628" and "CK63628" for one
/// number. A long matrix number is found from the beginning of each of its first words.
enum ReleaseNumbers {
  /// The number of words of a number from which it is found.
  private static let words = 12
  /// The least number of characters of a key that is searched for. Fewer would match too much.
  static let shortest = 3
  /// The characters that do not count, beside blanks.
  private static let punctuation = [
    "-", ".", "/", "_", ":", ",", "+", "*", "(", ")", "[", "]", "\u{A0}", "\u{2013}", "\u{2010}", "\u{2022}",
  ]

  /// Returns the SQL of the key of a text.
  ///
  /// - Parameter text: an SQL expression.
  /// - Returns: the SQL expression.
  static func key(of text: String) -> String {
    let stripped = (punctuation + [" "]).reduce(text) { "replace(\($0), '\($1)', '')" }
    return "upper(\(stripped))"
  }

  /// Returns the SQL that adds the numbers of releases. Both engines have all of it.
  ///
  /// - Parameter condition: a condition for `release_id`, such as "WHERE release_id = ?1"; empty for all releases.
  /// - Returns: a statement with its semicolon.
  static func insertion(of condition: String) -> String {
    """
    WITH RECURSIVE printed (release_id, kind, value) AS (
      SELECT id, 'barcode', barcode FROM (SELECT id, id AS release_id, barcode FROM release WHERE removed_at IS NULL) r \(condition)
      UNION SELECT id, 'catalog-number', catalog_number
        FROM (SELECT id, id AS release_id, catalog_number FROM release WHERE removed_at IS NULL) r \(condition)
      UNION SELECT release_id, 'catalog-number', catalog_number FROM label_credit \(condition)
      UNION SELECT release_id, 'matrix', value FROM (
        SELECT release_id, value FROM identifier WHERE type = 'Matrix / Runout'
      ) i \(condition)
    ), ending (release_id, kind, value, words, number) AS (
      SELECT release_id, kind, value, value, 1 FROM printed WHERE value IS NOT NULL
      UNION ALL SELECT release_id, kind, value, substr(words, instr(words, ' ') + 1), number + 1
        FROM ending WHERE instr(words, ' ') > 0 AND number < \(words)
    ), keyed (key, release_id, kind, value) AS MATERIALIZED (
      SELECT \(key(of: "words")), release_id, kind, value FROM ending
    )
    INSERT INTO release_number (key, release_id, kind, value)
    SELECT key, release_id, kind, min(value) FROM keyed WHERE length(key) >= \(shortest)
    GROUP BY key, release_id, kind;
    """
  }

  /// The SQL that adds the numbers of one release.
  static let insertionOfOne = insertion(of: "WHERE release_id = ?1")
}

extension Queryable {
  /// Returns the releases of which a number begins with a text, or has a word from which on it does.
  ///
  /// - Parameters:
  ///   - text: the number as a person types it. Blanks, punctuation and capitals do not count.
  ///   - limit: the maximum number of releases.
  /// - Returns: each release once: those with the whole number first, then the longer ones in the order of their keys.
  ///   Empty for fewer than three characters that count.
  /// - Throws: a `StorageError`.
  package func releases(numbered text: String, limit: Int) throws -> [NumberedRelease] {
    let key = try first("SELECT \(ReleaseNumbers.key(of: "?1")) AS key", text) { try $0.text("key") } ?? ""
    guard key.unicodeScalars.count >= ReleaseNumbers.shortest else { return [] }
    var seen: Set<Release.ID> = []
    // A release may be found by several of its numbers.
    return try all(
      """
      SELECT n.kind, n.value, \(releaseColumns) FROM release_number n JOIN release r ON r.id = n.release_id
      WHERE n.key >= ?1 AND n.key < ?2 AND r.removed_at IS NULL ORDER BY n.key, n.release_id, n.kind LIMIT ?3
      """, key, key + "\u{10FFFF}", limit * 4
    ) { row in
      NumberedRelease(
        release: try release(from: row), kind: ReleaseNumberKind(rawValue: try row.text("kind")) ?? .catalogNumber,
        value: try row.text("value"))
    }.filter { seen.insert($0.release.id).inserted }.prefix(limit).map { $0 }
  }
}

extension WriteTransaction {
  /// Updates the numbers by which a release is found. Call it after its rows are written.
  func indexNumbers(of release: String) throws {
    try run("DELETE FROM release_number WHERE release_id = ?1", release)
    try run(ReleaseNumbers.insertionOfOne, release)
  }

  /// Updates the numbers of all releases.
  func indexAllNumbers() throws {
    try run("DELETE FROM release_number")
    try run(ReleaseNumbers.insertion(of: ""))
  }
}
