extension Queryable {
  /// Returns the statements that create the tables and indexes of an SQLite database.
  package func schemaStatements() throws -> [String] {
    try all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") { try $0.text("sql") }
  }
}
