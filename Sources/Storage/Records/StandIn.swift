package import Deadwax

extension Queryable {
  package func openInboxItem(_ key: Code.Key) throws -> InboxItem? {
    try first(
      """
      SELECT id, symbology, state, scan_id, scans, station, first_at, last_at, version FROM inbox
      WHERE class = ?1 AND value = ?2 AND state = 'open'
      """, key.class.rawValue, key.value
    ) { row in
      InboxItem(
        id: try row.id(0), key: key, symbology: Symbology(rawValue: try row.text(1)), scan: try row.id(3),
        scans: Int(try row.integer(4)), station: Station.Name(try row.text(5)) ?? .desk, firstAt: try row.time(6),
        lastAt: try row.time(7), version: Int(try row.integer(8)))
    }
  }

  package func isWished(_ release: Release.ID) throws -> Bool {
    try first("SELECT wished_at IS NOT NULL FROM release WHERE id = ?1", release) { try $0.flag(0) } ?? false
  }

  package func changedSince(_ change: Change) throws -> Change.Kind? {
    for row in try rows(of: change) where try ledgerRow(row.table, row.row) != row.after {
      let later = try changes(of: row.table, row.row, limit: 1).first
      return later.flatMap { $0.sequence > change.sequence ? $0.kind : nil } ?? .copy
    }
    return nil
  }
}

package struct UndoRefusal: Error {
  package var since: Change.Kind?
}

extension WriteTransaction {
  package func insert(_ item: InboxItem) throws {
    try touch(.inbox, item.id.text)
    try run(
      """
      INSERT INTO inbox (id, class, value, symbology, state, scan_id, station, first_at, last_at)
      VALUES (?1, ?2, ?3, ?4, 'open', ?5, ?6, ?7, ?8)
      """, item.id, item.key.class.rawValue, item.key.value, item.symbology.rawValue, item.scan, item.station.text,
      item.firstAt, item.lastAt)
  }

  package func countScan(of item: InboxItem.ID) throws {
    try touch(.inbox, item.text)
    try run("UPDATE inbox SET scans = scans + 1, last_at = ?2, version = version + 1 WHERE id = ?1", item, now)
  }

  package func decide(_ item: InboxItem.ID, _ state: InboxItem.State, target: CodeTarget?) throws {
    try touch(.inbox, item.text)
    try run(
      "UPDATE inbox SET state = ?2, decided_at = ?3, target = ?4, version = version + 1 WHERE id = ?1", item,
      state.rawValue, now, target?.text)
  }

  package func setWished(_ release: Release.ID, at time: Timestamp?) throws {
    try touch(.release, release.text)
    try run("UPDATE release SET wished_at = ?2, version = version + 1 WHERE id = ?1", release, time)
  }

  package func setStatus(of copy: Copy.ID, to status: Copy.Status) throws -> Bool {
    try touch(.copy, copy.text)
    return try run(
      "UPDATE copy SET status = ?2, version = version + 1, modified_at = ?3 WHERE id = ?1 AND status <> ?2", copy,
      status.rawValue, now) == 1
  }

  package func countInHouse(_ copy: Copy.ID) throws {
    try touch(.copy, copy.text)
    try run(
      "UPDATE copy SET in_house = in_house + 1, last_in_house_at = ?2, version = version + 1, modified_at = ?2 WHERE id = ?1",
      copy, now)
  }

  package func countPlay(_ copy: Copy.ID) throws {
    try touch(.copy, copy.text)
    try run(
      "UPDATE copy SET plays = plays + 1, last_played_at = ?2, version = version + 1, modified_at = ?2 WHERE id = ?1",
      copy, now)
  }

  package func setMediaCondition(of copy: Copy.ID, to grade: String) throws {
    try touch(.copy, copy.text)
    try run(
      "UPDATE copy SET media_condition = ?2, version = version + 1, modified_at = ?3 WHERE id = ?1", copy, grade, now)
  }

  package func begin(_ visit: Visit) throws {
    try run(
      "INSERT OR IGNORE INTO visit (id, station, borrower_id, began_at) VALUES (?1, ?2, ?3, ?4)", visit.id,
      visit.station.text, visit.borrower, visit.beganAt)
  }

  package func endVisit(_ visit: Visit.ID, at time: Timestamp) throws {
    try run("UPDATE visit SET ended_at = max(?2, began_at) WHERE id = ?1 AND ended_at IS NULL", visit, time)
  }

  package func append(
    _ kind: String, loan: Loan.ID, dueAt: Timestamp?, change: Int64?, to visit: Visit.ID
  ) throws {
    try run(
      """
      INSERT INTO visit_line (visit_id, position, kind, loan_id, due_at, change)
      SELECT ?1, coalesce(max(position), 0) + 1, ?2, ?3, ?4, ?5 FROM visit_line WHERE visit_id = ?1
      """, visit, kind, loan, dueAt, change)
  }

  package func takeBack(_ change: Change) throws {
    if let since = try changedSince(change) { throw UndoRefusal(since: since) }
    try run("PRAGMA defer_foreign_keys = ON")
    for row in try rows(of: change).reversed() {
      try touch(row.table, row.row)
      try restore(row.table, row.row, to: row.before)
    }
  }

  /// Writes a row exactly as it stands in the ledger; nil removes it.
  package func restore(_ table: LedgerTable, _ row: String, to json: String?) throws {
    for child in table.children { try run("DELETE FROM \(child.table) WHERE release_id = ?1", row) }
    guard let json else {
      try run("DELETE FROM \(table.rawValue) WHERE \(table.key) = ?1", row)
      return
    }
    let cells = try LedgerRow(json).cells
    let columns = table.columns.filter { cells[$0] != nil }
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let sets = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try run(
      """
      INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", "))) VALUES (\(places))
      ON CONFLICT (\(table.key)) DO UPDATE SET \(sets)
      """, columns.map { cells[$0] })
    for child in table.children {
      guard case .rows(let rows)? = cells[child.table] else { continue }
      for cells in rows {
        try run(
          """
          INSERT INTO \(child.table) (release_id, \(child.columns.joined(separator: ", ")))
          VALUES (?1, \(child.columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
          """, [row] + child.columns.map { cells[$0] })
      }
    }
  }
}
