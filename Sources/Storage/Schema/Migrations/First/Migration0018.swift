extension Migration {
  /// Adds the alternatives that people chose for a barcode.
  static let sourceChoices = Migration(
    name: "0018-source-choices",
    sql: """
      CREATE TABLE source_choice (
        -- The barcode.
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        -- The record number at Discogs.
        source_id TEXT NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
}
