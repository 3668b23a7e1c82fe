package import Deadwax
package import Log

extension LibraryFile {
  /// Brings the schema of a copy of a library up to date.
  ///
  /// - Parameters:
  ///   - path: the path of the copy, which was checked whole.
  ///   - migrations: all migrations of this program, in order.
  ///   - now: the time of the migrations.
  ///   - logger: the logger for the operator.
  /// - Throws: a `StorageError`.
  package static func bringUpToDate(
    _ path: String, known migrations: [Migration], now: Timestamp, logger: Logger
  ) throws {
    let connection = try DatabaseConnection(path: path, access: .writing)
    // Without a log, the copy is one file, which can be read as it is.
    try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;")
    var applied: Set<String> = []
    try connection.query("SELECT name FROM schema_migration", []) { row in
      applied.insert(try row.text(0))
      return true
    }
    try connection.migrate(migrations, applied: applied, now: now.milliseconds, logger: logger)
  }
}
