/// A row of a change: its complete content before and after.
package struct ChangeRow: Hashable, Sendable {
  package var table: HistoryTable
  /// The row's key as text.
  package var row: String
  /// The content before the change as JSON, nil if the row did not exist. `after` is the content after it, nil if the
  /// row was deleted.
  package var before: String?
  package var after: String?

  package init(table: HistoryTable, row: String, before: String?, after: String?) {
    self.table = table
    self.row = row
    self.before = before
    self.after = after
  }
}
