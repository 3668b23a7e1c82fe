package import Deadwax

/// The columns that `show(from:)` reads.
let showColumns = """
  s.show_id, s.date, s.band, s.url, s.venue_name, s.city, s.state, s.country, s.location_raw, s.setlist_status,
  s.setlist_raw, s.song_list, s.lineup_status, s.lineup_raw, s.member_list, s.show_sequence, s.recordings_raw,
  s.recording_count, s.best_recording_id, s.average_rating, s.total_reviews, s.library_added_at
  """

extension Queryable {
  /// Returns a show; nil if the catalogue does not have it.
  package func show(_ id: String) throws -> Show? {
    try first("SELECT \(showColumns) FROM shows s WHERE s.show_id = ?1", id, as: show(from:))
  }

  /// Returns at most `limit` shows, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the conditions of the list.
  ///   - position: the last show of the previous page; nil for the first page.
  ///   - limit: the maximum number of shows.
  /// - Returns: the shows.
  /// - Throws: a `StorageError`.
  package func shows(_ filter: ShowFilter, before position: ShowPosition?, limit: Int) throws -> [Show] {
    var list = Self.showConditions(filter)
    if let position {
      list.add("(s.date, s.show_sequence, s.show_id) < (?, ?, ?)", position.date, position.sequence, position.id)
    }
    return try all(
      """
      SELECT \(showColumns) FROM \(Self.tables(of: filter)) \(list.sql)
      ORDER BY s.date DESC, s.show_sequence DESC, s.show_id DESC LIMIT ?
      """, list.values + [limit], as: show(from:))
  }

  /// Returns the number of shows in a list; nil for more than `ListTotal.limit`.
  package func showTotal(_ filter: ShowFilter) throws -> Int? {
    try total(of: Self.tables(of: filter), Self.showConditions(filter))
  }

  /// Returns the show before or after another one in the order of time.
  ///
  /// - Parameters:
  ///   - position: the position of the other one.
  ///   - isNext: true for the one after it.
  /// - Returns: the show; nil if there is none.
  /// - Throws: a `StorageError`.
  package func neighbour(of position: ShowPosition, isNext: Bool) throws -> Show? {
    let (sign, order) = isNext ? (">", "ASC") : ("<", "DESC")
    return try first(
      """
      SELECT \(showColumns) FROM shows s WHERE (s.date, s.show_sequence, s.show_id) \(sign) (?1, ?2, ?3)
      ORDER BY s.date \(order), s.show_sequence \(order), s.show_id \(order) LIMIT 1
      """, position.date, position.sequence, position.id, as: show(from:))
  }

  /// Returns the ids of all shows that the catalogue has, with those in the library or with copies marked as used.
  package func showIDs() throws -> [(id: String, isUsed: Bool)] {
    try all(
      """
      SELECT s.show_id AS id, CASE WHEN EXISTS (SELECT 1 FROM library_shows l WHERE l.show_id = s.show_id)
        OR EXISTS (SELECT 1 FROM show_copy c WHERE c.show_id = s.show_id) THEN 1 ELSE 0 END AS used
      FROM shows s ORDER BY s.show_id
      """
    ) { (try $0.text("id"), try $0.flag("used")) }
  }

  private static func tables(of filter: ShowFilter) -> String {
    filter.isInLibrary ? "library_shows l JOIN shows s ON s.show_id = l.show_id" : "shows s"
  }

  /// Returns the conditions of a filter on the shows `s`.
  static func showConditions(_ filter: ShowFilter) -> ListConditions {
    var list = ListConditions()
    list.add("s.year = ?", ifGiven: filter.year)
    list.add("s.year_month = ?", ifGiven: filter.yearMonth)
    list.add("s.date >= ?", ifGiven: filter.since)
    list.add("s.date <= ?", ifGiven: filter.until)
    list.add("substr(s.date, 6) = ?", ifGiven: filter.monthDay)
    list.add("s.venue_name = ?", ifGiven: filter.venue)
    list.add("s.city = ?", ifGiven: filter.city)
    list.add("s.state = ?", ifGiven: filter.state)
    list.add("instr(',' || lower(s.song_list) || ',', ',' || lower(?) || ',') > 0", ifGiven: filter.song)
    return list
  }

  func show(from row: Row) throws -> Show {
    var show = Show(
      id: try row.text("show_id"), date: try row.text("date"), band: try row.text("band"),
      venue: try row.text("venue_name"))
    show.url = try row.optionalText("url")
    show.city = try row.optionalText("city")
    show.state = try row.optionalText("state")
    show.country = try row.text("country")
    show.locationRaw = try row.optionalText("location_raw")
    show.setlistStatus = try row.optionalText("setlist_status")
    show.setlistRaw = try row.optionalText("setlist_raw")
    show.songs = Self.list(try row.optionalText("song_list"))
    show.lineupStatus = try row.optionalText("lineup_status")
    show.lineupRaw = try row.optionalText("lineup_raw")
    show.members = Self.list(try row.optionalText("member_list"))
    show.sequence = Int(try row.integer("show_sequence"))
    show.recordingsRaw = try row.optionalText("recordings_raw")
    show.recordingCount = Int(try row.integer("recording_count"))
    show.bestRecording = try row.optionalText("best_recording_id")
    show.rating = try row.optionalReal("average_rating")
    show.reviews = Int(try row.integer("total_reviews"))
    show.libraryAddedAt = try row.optionalTime("library_added_at")
    return show
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map(String.init)
  }
}
