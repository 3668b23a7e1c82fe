/// One step of the schema. Steps are only ever added: a released one is never changed.
package struct Migration: Sendable {
  /// As `0001-scans`; recorded in `schema_migration` when the step is done.
  package let name: String
  /// Any number of statements, run in one transaction with foreign keys checked at its end instead of at each change.
  package let sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}
