package import Deadwax

extension Queryable {
  /// Returns the stations that count in a stock-take, by name.
  package func stations(of take: StockTake.ID) throws -> [StockTakeStation] {
    try all(
      """
      SELECT station, place_id, scans, last_at, left_at FROM stock_take_station WHERE stock_take_id = ?1
      ORDER BY station
      """, take, as: station(from:))
  }

  /// Returns a station that counts in a stock-take; nil if it does not.
  package func station(_ name: Station.Name, of take: StockTake.ID) throws -> StockTakeStation? {
    try first(
      """
      SELECT station, place_id, scans, last_at, left_at FROM stock_take_station
      WHERE stock_take_id = ?1 AND station = ?2
      """, take, name.text, as: station(from:))
  }

  private func station(from row: Row) throws -> StockTakeStation {
    guard let name = Station.Name(try row.text("station")) else {
      throw StorageError(.mismatch, call: "station", message: "an unknown station")
    }
    return StockTakeStation(
      station: name, place: try row.optionalID("place_id"), scans: Int(try row.integer("scans")),
      lastAt: try row.time("last_at"), leftAt: try row.optionalTime("left_at"))
  }
}

extension WriteTransaction {
  /// Notes that a station counts in the open stock-take from now on, before its first scan. Without an open one it notes
  /// nothing.
  package func joinStockTake(_ station: Station.Name) throws {
    try run(
      """
      INSERT INTO stock_take_station (stock_take_id, station, last_at)
      SELECT id, ?1, ?2 FROM stock_take WHERE state = 'open'
      ON CONFLICT (stock_take_id, station) DO UPDATE SET left_at = NULL
      """, station.text, now)
  }

  /// Notes that a person ended the counting at a station, so that all its scans have arrived. The whole scope is its place
  /// when it counts again.
  ///
  /// - Returns: false if it does not count in a stock-take that is not over.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func leaveStockTakes(_ station: Station.Name) throws -> Bool {
    try run(
      """
      UPDATE stock_take_station SET left_at = ?2, place_id = NULL WHERE station = ?1 AND left_at IS NULL
        AND stock_take_id IN (SELECT id FROM stock_take WHERE state IN ('open', 'closed'))
      """, station.text, now) > 0
  }
}
