package import Deadwax

/// The notes of people about shows. A new import leaves them.
extension Queryable {
  /// Returns what the library noted about a show; nil if it is not in the library.
  package func libraryEntry(ofShow id: String) throws -> ShowLibraryEntry? {
    try first(
      """
      SELECT show_id, added_to_library_at, is_pinned, library_notes, custom_rating, last_accessed_at, tags
      FROM library_shows WHERE show_id = ?1
      """, id
    ) { row in
      ShowLibraryEntry(
        show: try row.text("show_id"), addedAt: try row.time("added_to_library_at"),
        isPinned: try row.flag("is_pinned"),
        notes: try row.optionalText("library_notes"), rating: try row.optionalReal("custom_rating"),
        lastAccessedAt: try row.optionalTime("last_accessed_at"),
        tags: (try row.optionalText("tags") ?? "").split(separator: ",").map(String.init))
    }
  }

  /// Returns at most `limit` shows that were played, the last one first.
  package func recentShows(limit: Int) throws -> [RecentShow] {
    try all(
      """
      SELECT show_id, first_played_timestamp, last_played_timestamp, total_play_count FROM recent_shows
      ORDER BY last_played_timestamp DESC, show_id LIMIT ?1
      """, limit
    ) { row in
      RecentShow(
        id: try row.text("show_id"), firstAt: try row.time("first_played_timestamp"),
        lastAt: try row.time("last_played_timestamp"), count: Int(try row.integer("total_play_count")))
    }
  }

  /// Returns the collections of the package, in the order of their names.
  package func concertCollections() throws -> [ConcertCollection] {
    try all("SELECT id, name, description, tags_json, show_ids_json FROM collections ORDER BY name, id") { row in
      ConcertCollection(
        id: try row.text("id"), name: try row.text("name"), summary: try row.text("description"),
        tags: JSONList.strings(try row.text("tags_json")), shows: JSONList.strings(try row.text("show_ids_json")))
    }
  }

  /// Returns the package that the catalogue comes from; nil before the first import.
  package func concertPackageVersion() throws -> ConcertPackageVersion? {
    try first(
      """
      SELECT data_version, package_name, version_type, description, imported_at, git_commit, git_tag, build_timestamp,
        total_shows, total_venues, total_files, total_size_bytes
      FROM data_version WHERE id = 1
      """
    ) { row in
      var version = ConcertPackageVersion(
        version: try row.text("data_version"), name: try row.text("package_name"), kind: try row.text("version_type"),
        importedAt: try row.time("imported_at"))
      version.summary = try row.optionalText("description")
      version.gitCommit = try row.optionalText("git_commit")
      version.gitTag = try row.optionalText("git_tag")
      version.builtAt = try row.optionalText("build_timestamp")
      version.shows = Int(try row.integer("total_shows"))
      version.venues = Int(try row.integer("total_venues"))
      version.files = Int(try row.integer("total_files"))
      version.bytes = Int(try row.integer("total_size_bytes"))
      return version
    }
  }
}

extension WriteTransaction {
  /// Stores what the library notes about a show that the catalogue has, and marks the show, together.
  package func store(_ entry: ShowLibraryEntry) throws {
    try run(
      """
      INSERT INTO library_shows (show_id, added_to_library_at, is_pinned, library_notes, custom_rating,
        last_accessed_at, tags)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (show_id) DO UPDATE SET added_to_library_at = ?2, is_pinned = ?3, library_notes = ?4,
        custom_rating = ?5, last_accessed_at = ?6, tags = ?7
      """, entry.show, entry.addedAt, entry.isPinned, entry.notes, entry.rating, entry.lastAccessedAt,
      entry.tags.isEmpty ? nil : entry.tags.joined(separator: ","))
    try run(
      "UPDATE shows SET is_in_library = 1, library_added_at = ?2, updated_at = ?3 WHERE show_id = ?1", entry.show,
      entry.addedAt, now)
  }

  /// Removes a show from the library, and its mark, together.
  package func removeLibraryEntry(ofShow id: String) throws {
    try run("DELETE FROM library_shows WHERE show_id = ?1", id)
    try run(
      "UPDATE shows SET is_in_library = 0, library_added_at = NULL, updated_at = ?2 WHERE show_id = ?1", id, now)
  }

  /// Counts that a show was played now. A clock that was set back moves nothing to the front.
  package func noteRecentShow(_ id: String) throws {
    try run(
      """
      INSERT INTO recent_shows (show_id, last_played_timestamp, first_played_timestamp, total_play_count)
      VALUES (?1, ?2, ?2, 1)
      ON CONFLICT (show_id) DO UPDATE SET total_play_count = recent_shows.total_play_count + 1,
        last_played_timestamp = CASE WHEN recent_shows.last_played_timestamp > ?2
          THEN recent_shows.last_played_timestamp ELSE ?2 END
      """, id, now)
  }
}
