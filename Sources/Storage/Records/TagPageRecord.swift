package import Deadwax

/// A tag in the list of all tags: one that was seen, or one that names something though it was never seen.
package struct ListedTag: Hashable, Sendable {
  package var uid: TagUID
  /// When it was first seen; for one that never was, when it was bound.
  package var since: Timestamp
  /// Nil for one that was never seen.
  package var tag: Tag?

  package init(uid: TagUID, since: Timestamp, tag: Tag?) {
    self.uid = uid
    self.since = since
    self.tag = tag
  }
}

/// Behind which tag a page begins.
package struct TagPosition: Hashable, Sendable {
  package var since: Timestamp
  package var uid: String

  package init(since: Timestamp, uid: String) {
    self.since = since
    self.uid = uid
  }
}

extension Queryable {
  /// At most `limit` tags that were seen or are bound, newest first.
  ///
  /// - Parameters:
  ///   - position: of the last tag of the page before; nil for the first page.
  ///   - onlySuspect: only those that failed so often that nothing more is written to them.
  ///   - limit: how many rows are looked at.
  /// - Returns: the tags; `end` is where the next page begins, nil when that was all. A bound number that was seen in the
  ///   other byte order is one tag, so there may be fewer than `limit`.
  /// - Throws: a `StorageError`.
  package func tags(
    before position: TagPosition?, onlySuspect: Bool, limit: Int
  ) throws -> (tags: [ListedTag], end: TagPosition?) {
    let rows = try all(
      """
      SELECT since, uid, is_seen FROM (
        SELECT first_seen_at AS since, uid, 1 AS is_seen FROM tag WHERE ?3 = 0 OR failures >= \(Tag.failureLimit)
        UNION ALL
        SELECT bound_at, value, 0 FROM code WHERE class = 'tag' AND ended_at IS NULL AND ?3 = 0
          AND NOT EXISTS (SELECT 1 FROM tag WHERE tag.uid = code.value)
      ) WHERE (since, uid) < (coalesce(?1, 9223372036854775807), coalesce(?2, '')) ORDER BY since DESC, uid DESC LIMIT ?4
      """, position?.since, position?.uid, onlySuspect, limit + 1
    ) { row in (position: TagPosition(since: try row.time(0), uid: try row.text(1)), isSeen: try row.flag(2)) }
    var tags: [ListedTag] = []
    for row in rows.prefix(limit) {
      guard let uid = TagUID(row.position.uid) else { continue }
      let tag = try tag(uid)
      if !row.isSeen, tag != nil { continue }
      tags.append(ListedTag(uid: uid, since: row.position.since, tag: tag))
    }
    return (tags, rows.count > limit ? rows[limit - 1].position : nil)
  }

  /// At most `limit` jobs on tags, newest first.
  ///
  /// - Parameters:
  ///   - job: the last one of the page before; nil for the first page.
  ///   - states: only those in one of these; empty for all.
  ///   - uid: only those of one tag, in either byte order; nil for all.
  ///   - copy: only those of one copy; nil for all.
  ///   - limit: how many at most.
  /// - Returns: the jobs.
  /// - Throws: a `StorageError`.
  package func tagJobs(
    before job: TagJob.ID?, states: [TagJob.State], uid: TagUID?, copy: Copy.ID?, limit: Int
  ) throws -> [TagJob] {
    let wanted = "," + states.map(\.rawValue).joined(separator: ",") + ","
    // Ids rise with the time at which they were made, but those of two moments that lie close may not.
    return try all(
      """
      \(tagWorkSelect) WHERE (?1 IS NULL
          OR (created_at, id) < (SELECT last.created_at, last.id FROM tag_write last WHERE last.id = ?1))
        AND (?2 = ',,' OR instr(?2, ',' || state || ',') > 0) AND (?3 IS NULL OR uid IN (?3, ?4))
        AND (?5 IS NULL OR copy_id = ?5)
      ORDER BY created_at DESC, id DESC LIMIT ?6
      """, job, wanted, uid?.description, uid?.reversed.description, copy, limit
    ) { try tagWork(from: $0).job }
  }
}

extension Queryable {
  /// Since when a binding holds.
  package func boundTime(of binding: Bound) throws -> Timestamp {
    try first("SELECT bound_at FROM code WHERE id = ?1", binding.id) { try $0.time(0) } ?? Timestamp(milliseconds: 0)
  }
}
