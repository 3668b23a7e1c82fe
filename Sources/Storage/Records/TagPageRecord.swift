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
  /// At most `limit` tags that were seen or are bound, newest first. A number that is bound in the other byte order is the
  /// same tag.
  ///
  /// - Parameters:
  ///   - position: of the last tag of the page before; nil for the first page.
  ///   - isBound: only those that name something, or only those that name nothing; nil for both.
  ///   - onlySuspect: only those that failed so often that nothing more is written to them.
  ///   - limit: how many at most.
  /// - Returns: the tags.
  /// - Throws: a `StorageError`.
  package func tags(
    before position: TagPosition?, isBound: Bool?, onlySuspect: Bool, limit: Int
  ) throws -> [ListedTag] {
    let rows = try all(
      """
      SELECT first_seen_at AS since, uid FROM tag
      WHERE (first_seen_at, uid) < (coalesce(?1, 9223372036854775807), coalesce(?2, ''))
        AND (?3 = 0 OR failures >= \(Tag.failureLimit))
        AND (?4 IS NULL OR ?4 = EXISTS (
          SELECT 1 FROM code WHERE class = 'tag' AND value IN (uid, \(backwards("uid"))) AND ended_at IS NULL))
      UNION ALL
      SELECT bound_at, value FROM code
      WHERE class = 'tag' AND ended_at IS NULL AND ?3 = 0 AND coalesce(?4, 1) = 1
        AND (bound_at, value) < (coalesce(?1, 9223372036854775807), coalesce(?2, ''))
        AND NOT EXISTS (SELECT 1 FROM tag WHERE tag.uid IN (code.value, \(backwards("code.value"))))
      ORDER BY since DESC, uid DESC LIMIT ?5
      """, position?.since, position?.uid, onlySuspect, isBound, limit
    ) { row in (since: try row.time(0), uid: try row.text(1)) }
    return try rows.compactMap { row in
      guard let uid = TagUID(row.uid) else { return nil }
      return ListedTag(uid: uid, since: row.since, tag: try tag(uid))
    }
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

/// SQL for the number of a tag in the other byte order; NULL for a text that is none.
private func backwards(_ column: String) -> String {
  let cases = [8, 14, 20].map { length in
    let bytes = stride(from: length - 1, to: 0, by: -2).map { "substr(\(column), \($0), 2)" }
    return "WHEN \(length) THEN " + bytes.joined(separator: " || ")
  }
  return "CASE length(\(column)) \(cases.joined(separator: " ")) END"
}
