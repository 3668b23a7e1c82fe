extension Migration {
  /// Adds rechecks of the releases that a search finds.
  static let recheckSearch = Migration(
    name: "0039-recheck-search",
    sql: """
      -- The query whose releases are checked; NULL for all releases.
      ALTER TABLE recheck ADD COLUMN search TEXT;

      -- The releases that the query of the recheck has found at its start.
      CREATE TABLE recheck_release (release_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
      """)
}
