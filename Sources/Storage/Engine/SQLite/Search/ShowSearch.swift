package import Deadwax

/// The search for shows in FTS5 (<https://www.sqlite.org/fts5.html>).
extension Queryable {
  /// Returns at most `limit` shows that a search finds, those of the best rating first. A rating by few reviews counts less.
  ///
  /// - Parameters:
  ///   - match: a query of the search index, whose words are quoted.
  ///   - filter: the conditions of the list.
  ///   - offset: the number of shows on the pages before.
  ///   - limit: the maximum number of shows.
  /// - Returns: the shows.
  /// - Throws: a `StorageError`.
  package func shows(
    matching match: String, _ filter: ShowFilter, after offset: Int, limit: Int
  ) throws -> [Show] {
    let list = Self.matching(match, filter)
    return try all(
      """
      SELECT \(showColumns) FROM show_search t JOIN shows s ON s.show_id = t.show_id \(list.sql)
      ORDER BY coalesce(s.average_rating, 0) * s.total_reviews / (s.total_reviews + 10.0) DESC, s.date DESC, s.show_id
      LIMIT ? OFFSET ?
      """, list.values + [limit, offset], as: show(from:))
  }

  /// Returns the number of shows that a search finds; nil for more than `ListTotal.limit`.
  package func showTotal(matching match: String, _ filter: ShowFilter) throws -> Int? {
    try total(
      of: "show_search t JOIN shows s ON s.show_id = t.show_id", Self.matching(match, filter))
  }

  private static func matching(_ match: String, _ filter: ShowFilter) -> ListConditions {
    var list = showConditions(filter)
    list.add("t.show_search MATCH ?", match)
    if filter.isInLibrary { list.add("s.is_in_library = 1") }
    return list
  }
}

extension WriteTransaction {
  /// Empties the search index, except for the shows that stay although the package does not have them.
  package func beginShowSearch(keeping ids: Set<String>) throws {
    let kept =
      try ids.isEmpty
      ? []
      : all("SELECT show_id, search_text FROM show_search") { (try $0.text(0), try $0.text(1)) }
        .filter { ids.contains($0.0) }
    try run("DELETE FROM show_search")
    for (show, text) in kept { try addShowSearch(show, text) }
  }

  /// Adds a show to the search index.
  ///
  /// - Parameters:
  ///   - show: the id of the show.
  ///   - text: the text by which it is found.
  /// - Throws: a `StorageError`.
  package func addShowSearch(_ show: String, _ text: String) throws {
    try run("INSERT INTO show_search (show_id, search_text) VALUES (?1, ?2)", show, text)
  }
}
