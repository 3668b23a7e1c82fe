package import Deadwax

extension Queryable {
  /// Returns the result of a stock-take as it was applied, in its order; empty before.
  package func results(of take: StockTake.ID) throws -> [StockTakeResult] {
    try all(
      """
      SELECT class, copy_id, release_id, text, scan_id, again FROM stock_take_result WHERE stock_take_id = ?1
      ORDER BY position
      """, take
    ) { row in
      guard let found = StockTakeClass(rawValue: try row.text("class")) else {
        throw StorageError(.mismatch, call: "results", message: "an unknown class of a stock-take")
      }
      return StockTakeResult(
        class: found, copy: try row.optionalID("copy_id"), release: try row.optionalID("release_id"),
        text: try row.optionalText("text"), scan: try row.optionalID("scan_id"), again: Int(try row.integer("again")))
    }
  }

  /// Returns when a copy was seen last by a stock-take that was applied; nil if it never was.
  package func lastSeen(of copy: Copy.ID) throws -> LastSeen? {
    try first("SELECT seen_at, stock_take_id, how FROM copy_seen WHERE copy_id = ?1", copy) { row in
      LastSeen(
        at: try row.time("seen_at"), stockTake: try row.id("stock_take_id"),
        how: LastSeen.How(rawValue: try row.text("how")) ?? .scanned)
    }
  }
}

extension WriteTransaction {
  /// Stores the result of a stock-take as it is applied, in place of an earlier one.
  package func store(_ entries: [StockTakeEntry], of take: StockTake.ID) throws {
    try run("DELETE FROM stock_take_result WHERE stock_take_id = ?1", take)
    for (index, entry) in entries.enumerated() {
      try run(
        """
        INSERT INTO stock_take_result (stock_take_id, position, class, copy_id, release_id, text, scan_id, again)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, take, index + 1, entry.class.rawValue, entry.copy, entry.release, entry.text, entry.last?.id, entry.again)
    }
  }

  /// Notes that a copy was seen, unless it was seen later. This is no change of the copy, and the history does not have it.
  package func noteSeen(_ copy: Copy.ID, _ seen: LastSeen) throws {
    try run(
      """
      INSERT INTO copy_seen (copy_id, seen_at, stock_take_id, how) SELECT id, ?2, ?3, ?4 FROM copy WHERE id = ?1
      ON CONFLICT (copy_id) DO UPDATE SET seen_at = ?2, stock_take_id = ?3, how = ?4 WHERE copy_seen.seen_at <= ?2
      """, copy, seen.at, seen.stockTake, seen.how.rawValue)
  }
}
