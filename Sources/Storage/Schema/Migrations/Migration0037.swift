extension Migration {
  /// Adds the smart collections that people make, and what their counts need.
  ///
  /// The search index gets a word for releases without a cover, and another meaning of the word for those without a
  /// barcode, so a background job builds it again.
  static let smartCollections = Migration(
    name: "0037-smart-collections",
    sql: """
      CREATE TABLE smart_collection (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        name TEXT NOT NULL,
        query TEXT NOT NULL,
        -- The account of the person who made it; no program has one. Accounts are not in the history, so this is no
        -- reference of it.
        owner_id TEXT,
        is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
        created_at INTEGER NOT NULL,
        CHECK (is_shared = 1 OR owner_id IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX smart_collection_name ON smart_collection (lower(name), id);

      -- Lost and withdrawn copies need no place. A count reads these indexes alone, so they have the columns of their
      -- own conditions, which SQLite checks again.
      DROP INDEX copy_without_place;
      CREATE INDEX copy_without_place ON copy (release_id, status, place_id)
        WHERE place_id IS NULL AND status NOT IN ('lost', 'withdrawn');
      DROP INDEX release_wished;
      CREATE INDEX release_wished ON release (wished_at, id, removed_at) WHERE wished_at IS NOT NULL;
      DROP INDEX release_favourite;
      CREATE INDEX release_favourite ON release (created_at, id, removed_at, favourite_at)
        WHERE favourite_at IS NOT NULL AND removed_at IS NULL;
      DROP INDEX loan_due_open;
      CREATE INDEX loan_due_open ON loan (due_at, id, copy_id, returned_at) WHERE returned_at IS NULL;

      DELETE FROM release_search;
      DELETE FROM release_word;
      INSERT INTO release_token (release_token) VALUES ('delete-all');
      UPDATE job SET position = 0 WHERE name = 'search-index' AND EXISTS (SELECT 1 FROM release);
      """)
}
