/// The rows that a transaction has changed, as far as they appear in lists.
package struct RowChanges: Sendable {
  /// The changed rows. Empty if there are too many.
  private(set) var rows: Set<RowKey> = []
  private(set) var tables: Set<RowKey.Table> = []
  /// True if so many rows were changed that they are not listed.
  private(set) var isEverything = false

  /// The number of rows above which they are not listed.
  static let limit = 1000

  package init() {}

  package var isEmpty: Bool { tables.isEmpty }

  package mutating func note(_ row: RowKey) {
    tables.insert(row.table)
    guard !isEverything else { return }
    rows.insert(row)
    if rows.count > Self.limit { noteAll(of: row.table) }
  }

  /// Notes that any row can have changed, in this table at least.
  package mutating func noteAll(of table: RowKey.Table) {
    tables.insert(table)
    rows = []
    isEverything = true
  }
}
