package import Deadwax

private let select = """
  SELECT id, version, name, place_id, place_name, query, state, started_at, started_by, closed_at, closed_by, ended_at,
    ended_by, change_id
  FROM stock_take
  """

extension Queryable {
  package func stockTake(_ id: StockTake.ID) throws -> StockTake? {
    try first("\(select) WHERE id = ?1", id, as: stockTake(from:))
  }

  /// Returns the stock-take that is open; nil if there is none.
  package func openStockTake() throws -> StockTake? {
    try first("\(select) WHERE state = 'open'", as: stockTake(from:))
  }

  /// Returns the stock-take that a scan of a time belongs to: the last one that had begun and was not closed before it.
  package func stockTake(at time: Timestamp) throws -> StockTake? {
    try first(
      """
      \(select) WHERE started_at <= ?1 AND state <> 'cancelled' AND (closed_at IS NULL OR closed_at >= ?1)
      ORDER BY started_at DESC, id DESC LIMIT 1
      """, time, as: stockTake(from:))
  }

  /// Returns at most `limit` stock-takes, the newest first.
  ///
  /// - Parameters:
  ///   - cursor: the start and the id of the last one of the previous page; nil for the first page.
  ///   - limit: the maximum number.
  /// - Returns: the stock-takes.
  /// - Throws: a `StorageError`.
  package func stockTakes(before cursor: ListCursor?, limit: Int) throws -> [StockTake] {
    var list = ListConditions()
    list.add("(started_at, id) < (?, ?)", after: cursor)
    return try all(
      "\(select) \(list.sql) ORDER BY started_at DESC, id DESC LIMIT ?", list.values + [limit], as: stockTake(from:))
  }

  /// Returns the number of stock-takes; nil for more than `ListTotal.limit`.
  package func stockTakeTotal() throws -> Int? { try total(of: "stock_take", ListConditions()) }

  private func stockTake(from row: Row) throws -> StockTake {
    guard let state = StockTake.State(rawValue: try row.text("state")) else {
      throw StorageError(.mismatch, call: "stockTake", message: "an unknown state of a stock-take")
    }
    let scope: StockTake.Scope =
      if let place: Place.ID = try row.optionalID("place_id") {
        .place(place, name: try row.optionalText("place_name") ?? "")
      } else {
        .query(try row.optionalText("query") ?? "")
      }
    return StockTake(
      id: try row.id("id"), name: try row.text("name"), scope: scope, state: state,
      startedAt: try row.time("started_at"), startedBy: try row.optionalText("started_by"),
      closedAt: try row.optionalTime("closed_at"), closedBy: try row.optionalText("closed_by"),
      endedAt: try row.optionalTime("ended_at"), endedBy: try row.optionalText("ended_by"),
      change: try row.optionalID("change_id"), version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  package func insert(_ take: StockTake) throws {
    var (place, name, query): (Place.ID?, String?, String?) = (nil, nil, nil)
    switch take.scope {
    case .place(let id, let text): (place, name) = (id, text)
    case .query(let text): query = text
    }
    try run(
      """
      INSERT INTO stock_take (id, name, place_id, place_name, query, state, started_at, started_by)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """, take.id, take.name, place, name, query, take.state.rawValue, take.startedAt, take.startedBy)
  }

  /// Stores the state of a stock-take and who brought it there, with its next version.
  package func update(_ take: StockTake) throws {
    try run(
      """
      UPDATE stock_take SET state = ?2, closed_at = ?3, closed_by = ?4, ended_at = ?5, ended_by = ?6, change_id = ?7,
        version = version + 1 WHERE id = ?1
      """, take.id, take.state.rawValue, take.closedAt, take.closedBy, take.endedAt, take.endedBy, take.change)
  }
}
