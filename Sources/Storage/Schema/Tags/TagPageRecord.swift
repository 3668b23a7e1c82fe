package import Deadwax

extension Queryable {
  /// Returns at most `limit` tags that were seen or are bound, the newest first. A UID that is bound in the other byte
  /// order counts as the same tag.
  ///
  /// - Parameters:
  ///   - position: the last tag of the previous page, nil for the first page.
  ///   - isBound: true for only bound tags, false for only unbound ones, nil for both.
  ///   - onlySuspect: true for only tags that failed so often that nothing more is written to them.
  ///   - limit: the maximum number of tags.
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
    ) { row in (since: try row.time("since"), uid: try row.text("uid")) }
    return try rows.compactMap { row in
      guard let uid = TagID(row.uid) else { return nil }
      return ListedTag(uid: uid, since: row.since, tag: try tag(uid))
    }
  }

  /// Returns at most `limit` jobs on tags, the newest first.
  ///
  /// - Parameters:
  ///   - job: the last job of the previous page, nil for the first page.
  ///   - states: the states of the jobs, empty for all.
  ///   - uid: the tag of the jobs in either byte order, nil for all.
  ///   - copy: the copy of the jobs, nil for all.
  ///   - limit: the maximum number of jobs.
  /// - Returns: the jobs.
  /// - Throws: a `StorageError`.
  package func tagJobs(
    before job: TagJob.ID?, states: [TagJob.State], uid: TagID?, copy: Copy.ID?, limit: Int
  ) throws -> [TagJob] {
    let wanted = "," + states.map(\.rawValue).joined(separator: ",") + ","
    // Ids increase with the creation time, but not strictly at moments close to each other, so both are compared.
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

  /// Returns the number of jobs in a list as above; nil for more than `ListTotal.limit`.
  package func tagJobTotal(states: [TagJob.State], uid: TagID?, copy: Copy.ID?) throws -> Int? {
    var list = ListConditions()
    if !states.isEmpty {
      let marks = Array(repeating: "?", count: states.count).joined(separator: ", ")
      list.add("state IN (\(marks))", states.map(\.rawValue))
    }
    if let uid { list.add("uid IN (?, ?)", uid.description, uid.reversed.description) }
    list.add("copy_id = ?", ifGiven: copy)
    return try total(of: "tag_write", list)
  }
}

extension Queryable {
  /// Returns the time at which a binding was created.
  package func boundTime(of binding: ActiveBinding) throws -> Timestamp {
    try first("SELECT bound_at FROM code WHERE id = ?1", binding.id) { try $0.time(0) } ?? Timestamp(milliseconds: 0)
  }
}

/// Returns SQL for a tag's UID in the other byte order. It gives NULL for a text that is not a UID.
private func backwards(_ column: String) -> String {
  let cases = [8, 14, 20].map { length in
    let bytes = stride(from: length - 1, to: 0, by: -2).map { "substr(\(column), \($0), 2)" }
    return "WHEN \(length) THEN " + bytes.joined(separator: " || ")
  }
  return "CASE length(\(column)) \(cases.joined(separator: " ")) END"
}
