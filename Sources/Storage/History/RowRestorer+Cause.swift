internal import Deadwax

extension RowRestorer {
  /// Returns the later change that causes an obstacle. Call it after rolling back to the state before `restore`.
  ///
  /// - Parameters:
  ///   - obstacle: the obstacle that `restore` returned.
  ///   - rows: the rows of the change that was to be undone.
  /// - Returns: the row and, if its history is known, the change that caused its present content.
  /// - Throws: a `StorageError`.
  func cause(of obstacle: Obstacle, in rows: [ChangeRow]) throws -> LaterChange {
    switch obstacle {
    case .rival(let target):
      let rival = try rival(of: target)
      return LaterChange(
        table: target.table, row: target.row, change: try rival.flatMap { try transaction.newestChange(of: $0, $1) })
    case .reference:
      let own = Set(rows.map { TouchedRows.Key(table: $0.table, row: $0.row) })
      for row in rows where row.before == nil {
        for dependent in try dependents(of: row.table, row.row) where !own.contains(dependent) {
          return LaterChange(
            table: row.table, row: row.row, change: try transaction.newestChange(of: dependent.table, dependent.row))
        }
      }
      return LaterChange(table: rows.first?.table ?? .copy, row: rows.first?.row ?? "")
    }
  }

  /// Returns the row that holds the unique value that the target needs.
  private func rival(of target: RowTarget) throws -> (HistoryTable, String)? {
    guard let json = target.json else { return nil }
    let row = try HistoryRow(json)
    let condition: String
    switch target.table {
    case .loan: condition = "copy_id = ?2 ->> 'copy_id' AND returned_at IS NULL"
    case .copy:
      condition = "slot_id = ?2 ->> 'slot_id' OR number = CAST(?2 ->> 'number' AS BIGINT) OR code = ?2 ->> 'code'"
    case .code: condition = "class = ?2 ->> 'class' AND value = ?2 ->> 'value' AND ended_at IS NULL"
    case .hold:
      condition = """
        (state = 'ready' AND ready_copy_id = ?2 ->> 'ready_copy_id') OR (closed_at IS NULL
          AND borrower_id = ?2 ->> 'borrower_id'
          AND (release_id = ?2 ->> 'release_id' OR copy_id = ?2 ->> 'copy_id'))
        """
    case .inbox: condition = "class = ?2 ->> 'class' AND value = ?2 ->> 'value' AND state = 'open'"
    case .fee: condition = "refund_of = ?2 ->> 'refund_of'"
    case .slot: condition = "place_id = ?2 ->> 'place_id' AND number = CAST(?2 ->> 'number' AS BIGINT)"
    case .attachment:
      condition = "release_id = ?2 ->> 'release_id' AND is_cover = 1 AND CAST(?2 ->> 'is_cover' AS BIGINT) = 1"
    case .crateItem:
      condition = """
        crate_id = ?2 ->> 'crate_id' AND (release_id = ?2 ->> 'release_id' OR copy_id = ?2 ->> 'copy_id')
        """
    case .crate, .release, .place, .borrower, .setting, .stationPolicy, .noticeTemplate, .sourceChoice,
      .releaseDifference, .smartCollection, .play, .showCopy, .mergedID:
      return nil
    }
    let key = row.text("id") ?? row.integer("id").map(String.init) ?? ""
    return try transaction.first(
      """
      SELECT CAST(id AS TEXT) FROM \(target.table.rawValue) WHERE CAST(id AS TEXT) <> ?1 AND (\(condition)) LIMIT 1
      """, key, json
    ) { (target.table, try $0.text(0)) }
  }

  /// Returns the rows of the ledger that refer to a row.
  private func dependents(of table: HistoryTable, _ row: String) throws -> [TouchedRows.Key] {
    try HistoryTable.allCases.flatMap { other -> [TouchedRows.Key] in
      try transaction.layout(of: other).references.filter { $0.table == table }.flatMap { reference in
        try transaction.all(
          """
          SELECT CAST(\(other.key) AS TEXT) FROM \(other.rawValue) WHERE \(reference.column) = ?1 ORDER BY \(other.key) LIMIT 9
          """, row
        ) { TouchedRows.Key(table: other, row: try $0.text(0)) }
      }
    }
  }
}
