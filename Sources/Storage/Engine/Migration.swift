/// A step of the schema. Steps are only ever added: a released step is never changed.
package struct Migration: Sendable {
  /// The name, such as `0001-scans`. It is recorded in `schema_migration` when the step is done.
  package let name: String
  /// The statements of the step. They run in one transaction, with foreign keys checked at its end instead of at each
  /// change.
  package let sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}
