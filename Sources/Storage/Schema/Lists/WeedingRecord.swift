package import Deadwax

extension Queryable {
  /// Returns at most `limit` available copies that are not on loan and have one of some reasons, in the order of their
  /// numbers. Each has all of its reasons.
  ///
  /// - Parameters:
  ///   - reasons: the reasons to look for.
  ///   - time: the time since which a copy was not used.
  ///   - number: the number of the last copy of the previous page; nil for the first page.
  ///   - limit: the maximum number of copies.
  /// - Returns: the rows.
  /// - Throws: a `StorageError`.
  package func weeding(
    for reasons: [WeedingReason], unusedSince time: Timestamp, after number: Int?, limit: Int
  ) throws -> [WeedingRow] {
    var (columns, bound): ([String], [(any Bindable)?]) = ([], [])
    for reason in WeedingReason.allCases {
      let (sql, values) = reason.condition(unusedSince: time)
      columns.append("CASE WHEN \(sql) THEN 1 ELSE 0 END")
      bound += values
    }
    let start = columns.count
    var list = ListConditions("c.status = 'available'", "l.id IS NULL")
    list.add("c.number > ?", ifGiven: number)
    let wanted = reasons.map { $0.condition(unusedSince: time) }
    list.add("(" + wanted.map(\.sql).joined(separator: " OR ") + ")", wanted.flatMap(\.values))
    return try all(
      """
      SELECT \(columns.joined(separator: ", ")),
        (SELECT max(o.opened_at) FROM loan o WHERE o.copy_id = c.id) AS last_lent_at, \(copyColumns), \(releaseColumns)
      \(copyTables) \(list.sql) ORDER BY c.number LIMIT ?
      """, bound + list.values + [limit]
    ) { row in
      WeedingRow(
        copy: try copy(from: row), release: try release(from: row),
        reasons: try (0..<start).compactMap { try row.flag(Column($0)) ? WeedingReason.allCases[$0] : nil },
        lastLentAt: try row.optionalTime("last_lent_at"))
    }
  }
}

extension WeedingReason {
  /// Returns the condition that a copy `c` has this reason, with its values. It is true or false, never NULL.
  fileprivate func condition(unusedSince time: Timestamp) -> (sql: String, values: [(any Bindable)?]) {
    let isLent = "EXISTS (SELECT 1 FROM loan o WHERE o.copy_id = c.id)"
    // A play or a use in the library is as good as a loan.
    let isUnused = """
      c.is_reference = 0 AND c.added_at < ? AND coalesce(c.last_played_at, 0) < ?
        AND coalesce(c.last_in_house_at, 0) < ?
      """
    switch self {
    case .neverLent:
      return (
        """
        (\(isUnused) AND c.last_played_at IS NULL AND c.last_in_house_at IS NULL AND NOT \(isLent))
        """, [time, time, time]
      )
    case .notLent:
      return (
        """
        (\(isUnused) AND \(isLent) AND NOT EXISTS (
          SELECT 1 FROM loan o WHERE o.copy_id = c.id AND o.opened_at >= ?))
        """, [time, time, time, time]
      )
    case .duplicate:
      return (
        """
        EXISTS (SELECT 1 FROM copy d
          WHERE d.release_id = c.release_id AND d.number < c.number AND d.status = 'available')
        """, []
      )
    case .poorCondition:
      // A grade is stored as a person or a table wrote it.
      return (
        """
        lower(coalesce(c.media_condition, '')) IN
          ('g', 'f', 'p', 'good', 'fair', 'poor', 'good (g)', 'fair (f)', 'poor (p)')
        """, []
      )
    case .partsMissing: return ("c.parts_missing > 0", [])
    }
  }
}
