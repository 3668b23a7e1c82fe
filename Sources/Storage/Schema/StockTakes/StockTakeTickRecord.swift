package import Deadwax

extension Queryable {
  /// Returns the ticks of a stock-take, by copy.
  package func ticks(of take: StockTake.ID) throws -> [StockTakeTick] {
    try all(
      "SELECT copy_id, at, by FROM stock_take_tick WHERE stock_take_id = ?1 ORDER BY copy_id", take, as: tick(from:))
  }

  /// Returns the tick of a copy; nil if it has none.
  package func tick(of copy: Copy.ID, in take: StockTake.ID) throws -> StockTakeTick? {
    try first(
      "SELECT copy_id, at, by FROM stock_take_tick WHERE stock_take_id = ?1 AND copy_id = ?2", take, copy,
      as: tick(from:))
  }

  private func tick(from row: Row) throws -> StockTakeTick {
    StockTakeTick(copy: try row.id("copy_id"), at: try row.time("at"), by: try row.optionalText("by"))
  }
}

extension WriteTransaction {
  /// Ticks a copy. One that is ticked already stays as it is.
  package func tick(_ copy: Copy.ID, in take: StockTake.ID, by: String?) throws {
    try run(
      """
      INSERT INTO stock_take_tick (stock_take_id, copy_id, at, by) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (stock_take_id, copy_id) DO NOTHING
      """, take, copy, now, by)
  }

  /// Takes a tick back. Returns false if there is none.
  package func untick(_ copy: Copy.ID, in take: StockTake.ID) throws -> Bool {
    try run("DELETE FROM stock_take_tick WHERE stock_take_id = ?1 AND copy_id = ?2", take, copy) == 1
  }
}
