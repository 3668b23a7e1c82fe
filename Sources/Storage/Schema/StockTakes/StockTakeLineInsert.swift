package import Deadwax

/// The most rows of one statement. More make it no faster.
private let most = 50
private let lineColumns = ["stock_take_id"] + StockTakeLine.columns
private let releaseKeyColumns = ["stock_take_id", "release_id", "copy_id"]
private let lineRows = (
  many: RowInsert(into: "stock_take_line", lineColumns, rows: most),
  one: RowInsert(into: "stock_take_line", lineColumns)
)
private let releaseRows = (
  many: RowInsert(into: "stock_take_release", releaseKeyColumns, rows: most),
  one: RowInsert(into: "stock_take_release", releaseKeyColumns)
)

extension WriteTransaction {
  /// Stores lines of the expected set of a stock-take, which need not exist yet. `insertReleases` stores their releases.
  ///
  /// - Parameters:
  ///   - lines: the lines. Those in the order of their copies are stored fastest.
  ///   - take: the id of the stock-take.
  ///   - isEnough: returns true if the rest is for a later transaction.
  /// - Returns: the number of lines that were stored, from the first one on; at least one, if there is one.
  /// - Throws: a `StorageError`.
  package func insert(
    _ lines: some Collection<StockTakeLine>, of take: StockTake.ID, until isEnough: () -> Bool
  ) throws -> Int {
    try insert(lines, lineRows.many, lineRows.one, until: isEnough) { line, values in
      values += [
        take, line.position, line.copy, line.copyVersion, line.release, line.number, line.code.description, line.title,
        line.artist, line.shelfMark, line.place, line.placeName, line.slotNumber, line.expectation.rawValue,
      ]
    }
  }

  /// Stores the releases of lines, by which the lines are found.
  ///
  /// - Parameters:
  ///   - lines: the lines. Those in the order of their releases and copies are stored fastest.
  ///   - take: the id of the stock-take.
  ///   - isEnough: returns true if the rest is for a later transaction.
  /// - Returns: the number of lines whose releases were stored, from the first one on; at least one, if there is one.
  /// - Throws: a `StorageError`.
  package func insertReleases(
    of lines: some Collection<StockTakeLine>, in take: StockTake.ID, until isEnough: () -> Bool
  ) throws -> Int {
    try insert(lines, releaseRows.many, releaseRows.one, until: isEnough) { line, values in
      values += [take, line.release, line.copy]
    }
  }

  /// Removes lines whose stock-take does not exist, with their releases: its start was cut off.
  ///
  /// - Parameter limit: the maximum number of rows to remove.
  /// - Returns: the number of removed rows.
  /// - Throws: a `StorageError`.
  package func removeLinesWithoutStockTake(limit: Int) throws -> Int {
    let lines = try removeStrays(of: "stock_take_line", key: "copy_id", limit: limit)
    guard lines < limit else { return lines }
    return lines + (try removeStrays(of: "stock_take_release", key: "release_id, copy_id", limit: limit - lines))
  }

  /// Removes rows whose stock-take does not exist.
  ///
  /// - Parameters:
  ///   - table: the table's name in the schema.
  ///   - key: the columns of its primary key after the stock-take.
  ///   - limit: the maximum number of rows to remove.
  /// - Returns: the number of removed rows.
  /// - Throws: a `StorageError`.
  private func removeStrays(of table: String, key: String, limit: Int) throws -> Int {
    // Each stock-take is found by one step in the key, however many rows it has.
    try run(
      """
      WITH RECURSIVE found (id) AS (
        SELECT min(stock_take_id) FROM \(table)
        UNION ALL
        SELECT (SELECT min(l.stock_take_id) FROM \(table) l WHERE l.stock_take_id > found.id) FROM found
        WHERE found.id IS NOT NULL
      )
      DELETE FROM \(table) WHERE (stock_take_id, \(key)) IN (
        SELECT stock_take_id, \(key) FROM found JOIN \(table) l ON l.stock_take_id = found.id
        WHERE NOT EXISTS (SELECT 1 FROM stock_take t WHERE t.id = found.id) LIMIT ?1)
      """, limit)
  }
}
