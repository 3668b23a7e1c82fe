extension Migration {
  /// Adds the lists that people make: crates, favourites and recent releases.
  static let lists = Migration(
    name: "0035-lists",
    sql: """
      CREATE TABLE crate (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        parent_id TEXT REFERENCES crate (id),
        name TEXT NOT NULL,
        note TEXT,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX crate_parent ON crate (parent_id) WHERE parent_id IS NOT NULL;
      CREATE INDEX crate_name ON crate (lower(name), id);

      CREATE TABLE crate_item (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        crate_id TEXT NOT NULL REFERENCES crate (id),
        release_id TEXT REFERENCES release (id),
        copy_id TEXT REFERENCES copy (id),
        -- The order in the crate, with gaps, so that a moved item changes no other row.
        rank INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        CHECK ((release_id IS NULL) <> (copy_id IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX crate_item_order ON crate_item (crate_id, rank, id);
      CREATE UNIQUE INDEX one_release_per_crate ON crate_item (release_id, crate_id) WHERE release_id IS NOT NULL;
      CREATE UNIQUE INDEX one_copy_per_crate ON crate_item (copy_id, crate_id) WHERE copy_id IS NOT NULL;

      ALTER TABLE release ADD COLUMN favourite_at INTEGER;
      CREATE INDEX release_favourite ON release (created_at, id, removed_at)
        WHERE favourite_at IS NOT NULL AND removed_at IS NULL;

      -- One row per release that was scanned or opened. It names neither a borrower nor a station.
      CREATE TABLE recent (
        release_id TEXT PRIMARY KEY REFERENCES release (id) ON DELETE CASCADE,
        first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        times INTEGER NOT NULL CHECK (times > 0)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX recent_last ON recent (last_at, release_id);
      """)
}
