internal import Log

extension DatabaseConnection {
  /// Migrates the schema, each step in a transaction of its own.
  ///
  /// Foreign keys are off meanwhile, since a table can only be rebuilt without them
  /// (<https://www.sqlite.org/lang_altertable.html#otheralter>). They are checked before each commit.
  func migrate(_ migrations: [Migration], applied: Set<String>, now: Int64, logger: Logger) throws {
    let pending = migrations.filter { !applied.contains($0.name) }
    guard !pending.isEmpty else { return }
    try execute("PRAGMA foreign_keys = OFF")
    for migration in pending {
      _ = try run("BEGIN IMMEDIATE", [])
      do {
        try execute(
          """
          CREATE TABLE IF NOT EXISTS schema_migration (
            name TEXT NOT NULL PRIMARY KEY,
            applied_at INTEGER NOT NULL
          ) STRICT
          """)
        try execute(migration.sql)
        try query("PRAGMA foreign_key_check", []) { row in
          throw StorageError(
            .reference, call: "PRAGMA foreign_key_check",
            message: "migration \(migration.name) leaves rows of \(try row.text(0)) that refer to missing rows")
        }
        _ = try run("INSERT INTO schema_migration (name, applied_at) VALUES (?, ?)", [migration.name, now])
        _ = try run("COMMIT", [])
      } catch {
        if !isOutsideTransaction { _ = try run("ROLLBACK", []) }
        throw error
      }
      logger.info("migration \(migration.name) is done")
    }
    try execute("PRAGMA foreign_keys = ON")
    layouts.discard()
  }
}
