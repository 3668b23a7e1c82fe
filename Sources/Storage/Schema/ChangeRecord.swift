package import Deadwax

extension Queryable {
  package func change(_ id: Change.ID) throws -> Change? {
    try first("\(changeSelect) WHERE c.id = ?1", id, as: change(from:))
  }

  /// Returns the change with a sequence number.
  package func change(sequence: Int64) throws -> Change? {
    try first("\(changeSelect) WHERE c.sequence = ?1", sequence, as: change(from:))
  }

  /// Returns the sequence number of the newest change; 0 without one.
  package func newestChangeSequence() throws -> Int64 {
    try first("SELECT coalesce(max(sequence), 0) FROM change") { try $0.integer(0) } ?? 0
  }

  /// Returns the changes that a scan caused, in order.
  package func changes(of scan: Reading.ID) throws -> [Change] {
    try all("\(changeSelect) WHERE c.scan_id = ?1 ORDER BY c.sequence", scan, as: change(from:))
  }

  /// Returns at most `limit` changes, the newest first.
  ///
  /// - Parameters:
  ///   - filter: the changes to return.
  ///   - sequence: the sequence number of the last change on the previous page, nil for the first page.
  ///   - limit: the maximum number of changes.
  /// - Returns: the changes.
  /// - Throws: a `StorageError`.
  package func changes(
    _ filter: ChangeFilter = ChangeFilter(), before sequence: Int64? = nil, limit: Int
  ) throws -> [Change] {
    var list = ListConditions()
    if let copy = filter.copy {
      // This reads the index of the copy instead of all changes. The rows of a change in parts are those of its parts.
      list.add(
        """
        c.sequence IN (SELECT newest.change FROM (SELECT r.change FROM change_row r WHERE r.copy_id = ? AND r.change < ?
            ORDER BY r.change DESC LIMIT ?) AS newest
          UNION SELECT w.sequence FROM change_row r JOIN change p ON p.sequence = r.change
            JOIN change w ON w.id = p.part_of WHERE r.copy_id = ?)
        """, copy, sequence ?? .max, filter.isOfCopyAlone ? limit * 8 : Int.max, copy)
    }
    list.add("c.part_of IS NULL")
    list.add("c.station = ?", ifGiven: filter.station?.text)
    list.add("c.by = ?", ifGiven: filter.by)
    list.add("c.at >= ?", ifGiven: filter.since)
    list.add("c.at < ?", ifGiven: filter.until)
    switch filter.kind {
    case .access: list.add("c.act IS NOT NULL")
    case let kind?: list.add("c.kind = ?", kind.rawValue)
    case nil: if !filter.hasAccess { list.add("c.act IS NULL") }
    }
    list.add("c.sequence < ?", ifGiven: sequence)
    return try all(
      "\(changeSelect) \(list.sql) ORDER BY c.sequence DESC LIMIT ?", list.values + [limit], as: change(from:))
  }

  /// Returns at most `limit` changes of one row, the newest first.
  package func changes(
    of table: HistoryTable, _ row: String, before sequence: Int64? = nil, limit: Int
  ) throws -> [Change] {
    try all(
      """
      SELECT \(changeColumns) FROM change_row r JOIN change c ON c.sequence = r.change
      WHERE r.table_name = ?1 AND r.row_id = ?2 AND r.change < ?3 ORDER BY r.change DESC LIMIT ?4
      """, table.rawValue, row, sequence ?? .max, limit, as: change(from:))
  }

  /// Returns the rows of a change, in the order in which they were first touched.
  package func rows(of change: Change) throws -> [ChangeRow] { try rows(of: change, limit: .max) }

  /// Returns the first rows of a change, at most `limit`.
  package func rows(of change: Change, limit: Int) throws -> [ChangeRow] {
    try all(
      """
      SELECT table_name, row_id, before, after FROM change_row WHERE change = ?1 ORDER BY position LIMIT ?2
      """, change.sequence, limit, as: changeRow(from:))
  }

  func changeRow(from row: Row) throws -> ChangeRow {
    guard let table = HistoryTable(rawValue: try row.text("table_name")) else {
      throw StorageError(.mismatch, call: "rows", message: "a change of an unknown table")
    }
    return ChangeRow(
      table: table, row: try row.text("row_id"), before: try row.optionalText("before"),
      after: try row.optionalText("after"))
  }

  /// Returns the number of copies that a change has changed.
  package func copyCount(of change: Change) throws -> Int {
    try first(
      "SELECT count(DISTINCT copy_id) FROM change_row WHERE change = ?1 AND copy_id IS NOT NULL", change.sequence
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the copy that a change concerns and its release, the first one if there are several.
  package func subject(of change: Change) throws -> (copy: Copy.ID?, release: Release.ID?) {
    let copy: Copy.ID? =
      if change.kind == .tagJob, let job = change.order?.id.flatMap(TagJob.ID.init(_:)) {
        try tagJob(job)?.copy
      } else {
        try first(
          "SELECT copy_id FROM change_row WHERE change = ?1 AND copy_id IS NOT NULL ORDER BY position LIMIT 1",
          change.sequence
        ) { try $0.id(0) }
      }
    if let copy,
      let release: Release.ID = try first("SELECT release_id FROM copy WHERE id = ?1", copy, as: { try $0.id(0) })
    {
      return (copy, release)
    }
    let release: Release.ID? =
      try first(
        """
        SELECT coalesce(CASE table_name WHEN 'release' THEN row_id END, after ->> 'release_id', before ->> 'release_id')
        FROM change_row WHERE change = ?1 AND table_name IN ('release', 'copy', 'hold', 'code', 'attachment') ORDER BY position LIMIT 1
        """, change.sequence
      ) { try $0.optionalID(0) } ?? nil
    return (copy, release)
  }

  /// Returns the borrower that a change concerns. Nil if it concerns none or was anonymised.
  package func borrower(of change: Change) throws -> Borrower.ID? {
    try first(
      """
      SELECT coalesce(CASE table_name WHEN 'borrower' THEN row_id END, after ->> 'borrower_id', before ->> 'borrower_id')
      FROM change_row
      WHERE change = ?1
        AND coalesce(CASE table_name WHEN 'borrower' THEN row_id END, after ->> 'borrower_id', before ->> 'borrower_id')
          IS NOT NULL
      ORDER BY position LIMIT 1
      """, change.sequence
    ) { try $0.optionalID(0) } ?? nil
  }

  /// Returns the key of the setting that a change concerns, or nil if it concerns none.
  package func setting(of change: Change) throws -> String? {
    try first(
      """
      SELECT coalesce(after ->> 'key', before ->> 'key') FROM change_row WHERE change = ?1 AND table_name = 'setting'
      ORDER BY position LIMIT 1
      """, change.sequence
    ) { try $0.optionalText(0) } ?? nil
  }

  func change(from row: Row) throws -> Change {
    guard let kind = Change.Kind(rawValue: try row.text("kind")) else {
      throw StorageError(.mismatch, call: "change", message: "an unknown kind of change")
    }
    return Change(
      id: try row.id("id"), kind: kind, sequence: try row.integer("sequence"), scan: try row.optionalID("scan_id"),
      station: try row.optionalText("station").flatMap(Station.Name.init(_:)), by: try row.optionalText("by"),
      reason: try row.optionalText("reason"), at: try row.time("at"), undoes: try row.optionalID("undoes"),
      undoneBy: try row.optionalID("undone_by"), access: try access(from: row), order: try order(kind, from: row),
      partOf: try row.optionalID("part_of"))
  }

  private func access(from row: Row) throws -> AccessAct? {
    guard let act = try row.optionalText("act") else { return nil }
    guard let kind = AccessAct.Kind(rawValue: act) else {
      throw StorageError(.mismatch, call: "change", message: "an unknown act of access")
    }
    return AccessAct(
      kind, of: try row.optionalText("subject"), detail: try row.optionalText("detail"),
      from: try row.optionalText("origin").flatMap(AccessAct.Origin.init(rawValue:)),
      count: Int(try row.optionalInteger("times") ?? 1))
  }
}

private func order(_ kind: Change.Kind, from row: Row) throws -> OrderedJob? {
  guard [.tagJob, .tagQueue, .labelJob].contains(kind) else { return nil }
  return OrderedJob(
    id: try row.optionalText("subject"), action: try row.optionalText("detail").flatMap(TagJob.Action.init(rawValue:)),
    count: Int(try row.optionalInteger("times") ?? 1))
}

let changeColumns =
  "c.id, c.kind, c.sequence, c.scan_id, c.station, c.by, c.reason, c.at, c.undoes, c.undone_by, c.scrubbed_at, "
  + "c.act, c.subject, c.detail, c.origin, c.times, c.part_of"
private let changeSelect = "SELECT \(changeColumns) FROM change c"
