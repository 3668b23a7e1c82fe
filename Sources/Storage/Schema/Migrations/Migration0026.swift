extension Migration {
  /// Adds the releases that a person found to be different, and the index of catalogue numbers without punctuation.
  static let releaseDifferences = Migration(
    name: "0026-release-differences",
    sql: """
      CREATE TABLE release_difference (
        -- The ids of two releases, the smaller one first, with a plus sign between them.
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX release_catalog_key ON release (
        lower(replace(replace(replace(replace(catalog_number, ' ', ''), '-', ''), '.', ''), '/', '')))
        WHERE catalog_number IS NOT NULL AND removed_at IS NULL;
      """)
}
