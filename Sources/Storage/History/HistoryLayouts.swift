/// The layouts of the ledger tables of one database, each read once by a connection.
package final class HistoryLayouts {
  private var known: [HistoryTable: HistoryLayout] = [:]

  package init() {}

  /// The layout of a table, nil if it was not read yet.
  subscript(table: HistoryTable) -> HistoryLayout? { known[table] }

  /// Reads the layout of a table and keeps it.
  func read(_ table: HistoryTable, on connection: any EngineConnection) throws -> HistoryLayout {
    let layout = try HistoryLayout(of: table, on: connection)
    known[table] = layout
    return layout
  }

  /// Discards all layouts, because the schema changes.
  func discard() { known = [:] }
}
