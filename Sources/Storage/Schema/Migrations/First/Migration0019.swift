extension Migration {
  /// Adds the lanes of look-ups, and the recheck of all releases.
  static let recheck = Migration(
    name: "0019-recheck",
    sql: """
      -- 0: a person waits for it; 1: it runs in the background.
      ALTER TABLE lookup_job ADD COLUMN lane INTEGER NOT NULL DEFAULT 1;

      -- The one recheck of the library: `position` is the last release that was checked.
      CREATE TABLE recheck (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'done')),
        position TEXT NOT NULL DEFAULT '',
        total INTEGER NOT NULL,
        checked INTEGER NOT NULL DEFAULT 0,
        missing INTEGER NOT NULL DEFAULT 0,
        started_by TEXT,
        started_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        version INTEGER NOT NULL DEFAULT 1
      ) STRICT;
      """)
}
