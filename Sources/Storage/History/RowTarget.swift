/// The content that a row is to get: its JSON in the ledger's form, or nil if the row is to be deleted.
struct RowTarget {
  var table: HistoryTable
  var row: String
  var json: String?
}
