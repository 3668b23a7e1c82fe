package import Deadwax

extension Queryable {
  /// Returns the recent releases, the last one first. A release that was merged counts for the one into which it was
  /// merged, and a removed one is left out.
  package func recents() throws -> [RecentRelease] {
    let rows: [(id: Release.ID, first: Timestamp, last: Timestamp, times: Int)] = try all(
      "SELECT release_id, first_at, last_at, times FROM recent ORDER BY last_at DESC, release_id DESC"
    ) {
      (try $0.id("release_id"), try $0.time("first_at"), try $0.time("last_at"), Int(try $0.integer("times")))
    }
    var found: [RecentRelease] = []
    var places: [Release.ID: Int] = [:]
    for row in rows {
      let id = try remaining(of: row.id)
      if let place = places[id] {
        found[place].firstAt = min(found[place].firstAt, row.first)
        found[place].count += row.times
      } else if try isListed(id), let release = try release(id) {
        places[id] = found.count
        found.append(RecentRelease(release: release, firstAt: row.first, lastAt: row.last, count: row.times))
      }
    }
    return found
  }
}

extension Queryable {
  /// Returns the id here of a release of another library, which a merge may have found under another id.
  package func release(merged id: Release.ID) throws -> Release.ID {
    let known: Release.ID? = try first(
      "SELECT record_id FROM merged_id WHERE id = ?1 AND table_name = 'release'", id
    ) { try $0.id("record_id") }
    return try remaining(of: known ?? id)
  }
}

extension WriteTransaction {
  /// Notes that a release was scanned or opened. This is no change of the records, and the history does not have it. A
  /// release that is gone, such as that of an addition whose undo names it, is not noted.
  ///
  /// - Parameters:
  ///   - release: the release.
  ///   - most: the number of releases that the list has room for; the oldest ones leave it.
  /// - Throws: a `StorageError`.
  package func noteRecent(_ release: Release.ID, most: Int) throws {
    guard most > 0 else { return try limitRecents(to: 0) }
    // One statement, since a person waits for it. A clock that was set back moves nothing to the front.
    let isFull = try first(
      """
      INSERT INTO recent (release_id, first_at, last_at, times) SELECT id, ?2, ?2, 1 FROM release WHERE id = ?1
      ON CONFLICT (release_id) DO UPDATE
        SET last_at = CASE WHEN recent.last_at > excluded.last_at THEN recent.last_at ELSE excluded.last_at END,
          times = recent.times + 1
      RETURNING times = 1 AND (SELECT count(*) FROM recent) >= ?3
      """, release, now, most
    ) { try $0.flag(0) }
    if isFull == true { try limitRecents(to: most) }
  }

  /// Adds releases behind the recent ones, such as those that another program has listed. A release that the list has stays
  /// in its place, and is not counted.
  ///
  /// - Parameters:
  ///   - releases: the releases, the last one first. Those that the library does not have are not noted.
  ///   - most: the number of releases that the list has room for.
  /// - Throws: a `StorageError`.
  package func appendRecents(_ releases: [Release.ID], most: Int) throws {
    let oldest = try first("SELECT min(last_at) AS oldest FROM recent") { try $0.optionalInteger("oldest") } ?? nil
    let before = min(oldest ?? now.milliseconds, now.milliseconds)
    for (index, release) in releases.enumerated() {
      try run(
        """
        INSERT INTO recent (release_id, first_at, last_at, times) SELECT id, ?2, ?2, 1 FROM release WHERE id = ?1
        ON CONFLICT (release_id) DO NOTHING
        """, release, Timestamp(milliseconds: before - Int64(index) - 1))
    }
    try limitRecents(to: most)
  }

  /// Removes the oldest recent releases above a number.
  package func limitRecents(to most: Int) throws {
    try run(
      """
      DELETE FROM recent WHERE release_id NOT IN (
        SELECT n.release_id FROM recent n ORDER BY n.last_at DESC, n.release_id DESC LIMIT ?1)
      """, most)
  }
}
