// A part of the history is replayed in a copy of the database, which is always a file of SQLite.

extension Queryable {
  /// Returns the newest number that a table with counted rows has given out, 0 if none.
  func newestNumber(of table: String) throws -> Int64 {
    try first("SELECT seq FROM sqlite_sequence WHERE name = ?1", table) { try $0.integer(0) } ?? 0
  }
}

extension WriteTransaction {
  /// Sets the newest number that a table has given out. The next row gets the number after it. Only for a copy of the
  /// database.
  func setNewestNumber(_ number: Int64, of table: String) throws {
    if try run("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", table, number) == 0 {
      try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", table, number)
    }
  }

  /// Deletes the scans after a sequence number, which the schema forbids. Only for a copy of the database.
  func deleteScans(after sequence: Int64) throws {
    try run("DROP TRIGGER scan_is_never_deleted")
    try run("DELETE FROM scan WHERE sequence > ?1", sequence)
    try run(
      """
      CREATE TRIGGER scan_is_never_deleted BEFORE DELETE ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END
      """)
  }
}
