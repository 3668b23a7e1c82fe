/// A table of which it can be asked whether it has a row at all.
package enum AnyRecord: String, Sendable {
  case copy, scan, place, borrower
  case labelJob = "label_job"
}

extension Queryable {
  /// Returns true if the table has a row.
  package func hasAny(_ record: AnyRecord) throws -> Bool {
    try first("SELECT 1 AS one FROM \(record.rawValue) LIMIT 1") { _ in true } ?? false
  }
}
