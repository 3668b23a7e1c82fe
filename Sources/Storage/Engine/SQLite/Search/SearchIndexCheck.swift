internal import Deadwax

extension WriteTransaction {
  /// Compares the search index with the records. FTS5 cannot do this for an index without texts.
  ///
  /// - Returns: a sentence for each release or word that differs; empty for an index that is equal to a new one.
  /// - Throws: a `StorageError`.
  package func searchIndexFaults() throws -> [String] {
    var faults: [String] = []
    var expected: Set<String> = []
    let rows = try all(
      """
      SELECT s.number, s.release_id, s.words, s.artist_key, s.title_key, s.label_key, s.year,
        -(s.number >> 20) = r.created_at AND r.removed_at IS NULL AS is_placed
      FROM release_search s JOIN release r ON r.id = s.release_id
      """
    ) { row in
      (
        number: try row.integer("number"), release: try row.text("release_id"), isPlaced: try row.flag("is_placed"),
        document: SearchDocument(
          words: try row.text("words"), artistKey: try row.text("artist_key"), titleKey: try row.text("title_key"),
          labelKey: try row.text("label_key"), year: Int(try row.integer("year")))
      )
    }
    var fields: [String: Int64] = [:]
    for row in rows {
      if try !row.isPlaced || searchDocument(of: row.release) != row.document {
        faults.append("The row of release \(row.release) is out of date.")
      }
      let tokens = SearchDocument.tokens(of: row.document.words)
      for token in tokens { expected.insert("\(row.number) \(token)") }
      fields.merge(SearchDocument.plainWords(in: tokens), uniquingKeysWith: |)
    }
    try forEach("SELECT word, fields FROM release_word", []) { row in
      let word = try row.text("word")
      if try (fields[word] ?? 0) & ~row.integer("fields") == 0 { fields[word] = nil }
    }
    for word in fields.keys.sorted() { faults.append("A word is not known in all its fields: \(word)") }
    let missing =
      try first(
        """
        SELECT count(*) FROM release r WHERE r.removed_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM release_search s WHERE s.release_id = r.id)
        """
      ) { try $0.integer(0) } ?? 0
    if missing > 0 { faults.append("\(missing) releases are not in the index.") }
    try run("CREATE VIRTUAL TABLE temp.release_token_row USING fts5vocab (main, release_token, instance)")
    var present: Set<String> = []
    try forEach("SELECT term, doc FROM temp.release_token_row", []) { row in
      present.insert("\(try row.integer("doc")) \(try row.text("term"))")
    }
    try run("DROP TABLE temp.release_token_row")
    for word in expected.subtracting(present).sorted() { faults.append("A word is missing: \(word)") }
    for word in present.subtracting(expected).sorted() { faults.append("A word is left over: \(word)") }
    return faults
  }
}
