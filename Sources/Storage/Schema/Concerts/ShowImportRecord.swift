package import Deadwax

/// The writes of an import of the concert catalogue. What people noted about shows stays.
extension WriteTransaction {
  /// Adds a show, or replaces what the catalogue has of it. Its place in the library stays.
  package func store(_ show: Show) throws {
    try run(
      """
      INSERT INTO shows (show_id, date, year, month, year_month, band, url, venue_name, city, state, country,
        location_raw, setlist_status, setlist_raw, song_list, lineup_status, lineup_raw, member_list, show_sequence,
        recordings_raw, recording_count, best_recording_id, average_rating, total_reviews, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
        ?24, ?25, ?25)
      ON CONFLICT (show_id) DO UPDATE SET date = ?2, year = ?3, month = ?4, year_month = ?5, band = ?6, url = ?7,
        venue_name = ?8, city = ?9, state = ?10, country = ?11, location_raw = ?12, setlist_status = ?13,
        setlist_raw = ?14, song_list = ?15, lineup_status = ?16, lineup_raw = ?17, member_list = ?18,
        show_sequence = ?19, recordings_raw = ?20, recording_count = ?21, best_recording_id = ?22,
        average_rating = ?23, total_reviews = ?24, updated_at = ?25
      """,
      [
        show.id, show.date, show.year, show.month, String(show.date.prefix(7)), show.band, show.url, show.venue,
        show.city, show.state, show.country, show.locationRaw, show.setlistStatus, show.setlistRaw,
        show.songs.joined(separator: ","), show.lineupStatus, show.lineupRaw, show.members.joined(separator: ","),
        show.sequence, show.recordingsRaw, show.recordingCount, show.bestRecording, show.rating, show.reviews, now,
      ])
  }

  /// Adds a recording of a show that the catalogue has.
  package func insert(_ recording: ShowRecording) throws {
    try run(
      """
      INSERT INTO recordings (identifier, show_id, source_type, rating, raw_rating, review_count, confidence,
        high_ratings, low_ratings, taper, source, lineage, source_type_string, collection_timestamp)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """,
      [
        recording.identifier, recording.show, recording.sourceType.rawValue, recording.rating, recording.rawRating,
        recording.reviews, recording.confidence, recording.highRatings, recording.lowRatings, recording.taper,
        recording.source, recording.lineage, recording.sourceTypeText, now,
      ])
  }

  /// Removes a show with its recordings. It must not be in the library.
  package func removeShow(_ id: String) throws { try run("DELETE FROM shows WHERE show_id = ?1", id) }

  /// Removes the recordings of a show.
  package func removeRecordings(of show: String) throws { try run("DELETE FROM recordings WHERE show_id = ?1", show) }

  /// Removes a recording, if the catalogue has it.
  package func removeRecording(_ identifier: String) throws {
    try run("DELETE FROM recordings WHERE identifier = ?1", identifier)
  }

  /// Replaces the collections of the package.
  package func replaceConcertCollections(_ collections: [ConcertCollection]) throws {
    try run("DELETE FROM collections")
    for collection in collections {
      try run(
        """
        INSERT INTO collections (id, name, description, tags_json, show_ids_json, total_shows, primary_tag, created_at,
          updated_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
        """, collection.id, collection.name, collection.summary, JSONList.array(collection.tags),
        JSONList.array(collection.shows), collection.shows.count, collection.tags.first, now)
    }
  }

  /// Replaces the package that the catalogue comes from.
  package func store(_ version: ConcertPackageVersion) throws {
    try run("DELETE FROM data_version")
    try run(
      """
      INSERT INTO data_version (id, data_version, package_name, version_type, description, imported_at, git_commit,
        git_tag, build_timestamp, total_shows, total_venues, total_files, total_size_bytes)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """, version.version, version.name, version.kind, version.summary, now, version.gitCommit, version.gitTag,
      version.builtAt, version.shows, version.venues, version.files, version.bytes)
  }
}
