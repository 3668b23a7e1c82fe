package import Deadwax

private let columns = "y.id, y.copy_id, y.position, y.started_at, y.ended_at, y.source, y.station, y.version"

extension Queryable {
  package func play(_ id: Play.ID) throws -> Play? {
    try first("SELECT \(columns) FROM play y WHERE y.id = ?1", id, as: play(from:))
  }

  /// Returns at most `limit` plays, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the conditions of the list.
  ///   - cursor: the last play of the previous page; nil for the first page.
  ///   - limit: the maximum number of plays.
  /// - Returns: the plays.
  /// - Throws: a `StorageError`.
  package func plays(_ filter: PlayFilter, before cursor: ListCursor?, limit: Int) throws -> [Play] {
    var list = Self.conditions(of: filter)
    list.add("(y.started_at, y.id) < (?, ?)", after: cursor)
    return try all(
      "SELECT \(columns) FROM play y \(list.sql) ORDER BY y.started_at DESC, y.id DESC LIMIT ?",
      list.values + [limit], as: play(from:))
  }

  /// Returns at most `limit` plays, the earliest first.
  ///
  /// - Parameters:
  ///   - filter: the conditions of the list.
  ///   - cursor: the last play of the previous part; nil for the first one.
  ///   - limit: the maximum number of plays.
  /// - Returns: the plays.
  /// - Throws: a `StorageError`.
  package func plays(_ filter: PlayFilter, after cursor: ListCursor?, limit: Int) throws -> [Play] {
    var list = Self.conditions(of: filter)
    list.add("(y.started_at, y.id) > (?, ?)", after: cursor)
    return try all(
      "SELECT \(columns) FROM play y \(list.sql) ORDER BY y.started_at, y.id LIMIT ?", list.values + [limit],
      as: play(from:))
  }

  /// Returns the number of plays in a list; nil for more than `ListTotal.limit`.
  package func playTotal(_ filter: PlayFilter) throws -> Int? { try total(of: "play y", Self.conditions(of: filter)) }

  private static func conditions(of filter: PlayFilter) -> ListConditions {
    var list = ListConditions()
    list.add("y.copy_id = ?", ifGiven: filter.copy)
    list.add("y.copy_id IN (SELECT c.id FROM copy c WHERE c.release_id = ?)", ifGiven: filter.release)
    list.add("y.station = ?", ifGiven: filter.station?.text)
    list.add("y.started_at >= ?", ifGiven: filter.since)
    list.add("y.started_at < ?", ifGiven: filter.until)
    return list
  }

  private func play(from row: Row) throws -> Play {
    let name = try row.text("source")
    guard let source = Play.Source(rawValue: name) else {
      throw StorageError(.mismatch, call: "play", message: "an unknown source of a play")
    }
    return Play(
      id: try row.id("id"), copy: try row.id("copy_id"), position: try row.optionalText("position"),
      startedAt: try row.time("started_at"), endedAt: try row.optionalTime("ended_at"), source: source,
      station: try row.optionalText("station").flatMap { Station.Name($0) }, version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  /// Adds a play, and counts it at its copy. The number and the time at the copy are written here and in `remove` alone,
  /// so they are always those of the plays.
  package func insert(_ play: Play) throws {
    try snapshot(.copy, play.copy.text)
    try snapshot(.play, play.id.text)
    try run(
      """
      INSERT INTO play (id, copy_id, position, started_at, ended_at, source, station) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, play.id, play.copy, play.position, play.startedAt, play.endedAt, play.source.rawValue, play.station?.text)
    try run(
      """
      UPDATE copy SET plays = plays + 1,
        last_played_at = CASE WHEN last_played_at > ?2 THEN last_played_at ELSE ?2 END,
        version = version + 1, modified_at = ?3
      WHERE id = ?1
      """, play.copy, play.startedAt, now)
  }

  /// Removes a play, and counts it at its copy no longer.
  package func remove(_ play: Play) throws {
    try snapshot(.copy, play.copy.text)
    try snapshot(.play, play.id.text)
    try run("DELETE FROM play WHERE id = ?1", play.id)
    let last = try first(
      """
      SELECT CASE WHEN c.played_before > coalesce(max(y.started_at), c.played_before - 1) THEN c.played_before
        ELSE max(y.started_at) END
      FROM copy c LEFT JOIN play y ON y.copy_id = c.id WHERE c.id = ?1 GROUP BY c.id, c.played_before
      """, play.copy
    ) { try $0.optionalTime(0) }
    try run(
      """
      UPDATE copy SET plays = CASE WHEN plays > 0 THEN plays - 1 ELSE 0 END, last_played_at = ?2, version = version + 1,
        modified_at = ?3
      WHERE id = ?1
      """, play.copy, last ?? nil, now)
  }

  /// Adds a play of a whole copy at the current time.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - station: the station that scanned it; nil if there is none.
  /// - Throws: a `StorageError`.
  package func countPlay(of copy: Copy.ID, at station: Station.Name? = nil) throws {
    try insert(
      Play(
        id: newID(), copy: copy, position: nil, startedAt: now, endedAt: nil, source: .scan, station: station,
        version: 1))
  }
}
