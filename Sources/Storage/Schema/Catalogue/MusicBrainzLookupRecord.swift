package import Deadwax

extension Queryable {
  /// Returns the look-up that is due first; nil if none is. A time beyond `horizon` counts as due: the clock was set back
  /// since.
  package func nextMusicBrainzLookup(at now: Timestamp, horizon: Timestamp) throws -> MusicBrainzLookup? {
    try lookup("next_at <= ?1", now) ?? lookup("next_at > ?1", horizon)
  }

  private func lookup(_ condition: String, _ time: Timestamp) throws -> MusicBrainzLookup? {
    try first(
      "SELECT release_id, failures FROM musicbrainz_lookup WHERE \(condition) ORDER BY next_at, release_id LIMIT 1",
      time
    ) { row in MusicBrainzLookup(release: try row.id("release_id"), failures: Int(try row.integer("failures"))) }
  }

  /// Returns the number of look-ups that are due.
  package func dueMusicBrainzLookups(at now: Timestamp) throws -> Int {
    try first("SELECT count(*) FROM musicbrainz_lookup WHERE next_at <= ?1", now) { Int(try $0.integer(0)) } ?? 0
  }

  /// Reads a part of the list of releases, the newest first, and returns those without a look-up that have facts. A walk
  /// in parts costs the same at any size of the library.
  ///
  /// - Parameters:
  ///   - before: the last release of the part before; nil at the start of the walk.
  ///   - limit: the number of releases to read.
  /// - Returns: the releases without a look-up, and the last one that was read; nil at the end of the walk.
  /// - Throws: a `StorageError`.
  package func releasesWithoutLookup(
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> (releases: [Release.ID], last: (createdAt: Timestamp, id: Release.ID)?) {
    var list = ListConditions("r.removed_at IS NULL")
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    let rows = try all(
      """
      SELECT r.id, r.created_at, CASE WHEN r.status IN ('resolved', 'manual')
        AND NOT EXISTS (SELECT 1 FROM musicbrainz_lookup v WHERE v.release_id = r.id) THEN 1 ELSE 0 END AS is_without
      FROM release r \(list.sql) ORDER BY r.created_at DESC, r.id DESC LIMIT ?
      """, list.values + [limit]
    ) { row in
      (id: try row.id("id") as Release.ID, createdAt: try row.time("created_at"), isWithout: try row.flag("is_without"))
    }
    let last = rows.count == limit ? rows.last.map { (createdAt: $0.createdAt, id: $0.id) } : nil
    return (rows.filter(\.isWithout).map(\.id), last)
  }

  /// Returns the time until which MusicBrainz is not asked; nil for none.
  package func musicBrainzPause() throws -> Timestamp? {
    try first("SELECT until FROM musicbrainz_pause WHERE id = 1") { try $0.time(0) }
  }
}

extension WriteTransaction {
  /// Plans a look-up for each of these releases that exists and has none, due now.
  package func planMusicBrainzLookups(of releases: [Release.ID]) throws {
    for release in releases {
      try run(
        """
        INSERT INTO musicbrainz_lookup (release_id, next_at) SELECT id, ?2 FROM release WHERE id = ?1
        ON CONFLICT (release_id) DO NOTHING
        """, release, now)
    }
  }

  /// Plans the next look-up of a release.
  ///
  /// - Parameters:
  ///   - release: the release. One that no longer exists is left out.
  ///   - next: the time of the look-up.
  ///   - failures: the consecutive failures.
  ///   - error: the reason of the last one, as a sentence; nil for none.
  /// - Throws: a `StorageError`.
  package func planMusicBrainzLookup(of release: Release.ID, at next: Timestamp, failures: Int, error: String?) throws {
    guard try self.release(release) != nil else { return }
    try run(
      """
      INSERT INTO musicbrainz_lookup (release_id, next_at, failures, last_error) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (release_id) DO UPDATE SET next_at = ?2, failures = ?3, last_error = ?4
      """, release, next, failures, error)
  }

  /// Makes the look-up of a release due now, because a person changed what is known about it.
  package func hastenMusicBrainzLookup(of release: Release.ID) throws {
    try run("UPDATE musicbrainz_lookup SET next_at = ?2, failures = 0 WHERE release_id = ?1", release, now)
  }

  /// Stores the time until which MusicBrainz is not asked.
  package func pauseMusicBrainz(until time: Timestamp) throws {
    try run(
      "INSERT INTO musicbrainz_pause (id, until) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET until = ?1", time)
  }
}
