extension Migration {
  /// Adds the plays of copies. Until then a copy had only their number and the time of the last one.
  static let plays = Migration(
    name: "0041-plays",
    sql: """
      CREATE TABLE play (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        copy_id TEXT NOT NULL REFERENCES copy (id),
        -- The printed position of a track, a side or a disc. It is a text, because tracks are replaced by a look-up.
        position TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        source TEXT NOT NULL CHECK (source IN ('scan', 'page', 'presence')),
        station TEXT,
        CHECK (ended_at IS NULL OR ended_at >= started_at)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX play_start ON play (started_at, id);
      CREATE INDEX play_copy ON play (copy_id, started_at, id);

      -- The copies on the readers by a deck now, so that a restart of the hub ends no play. It is no part of the history.
      CREATE TABLE playing (
        station TEXT PRIMARY KEY,
        state TEXT NOT NULL,
        -- The start of the machine, by whose clock the lengths are measured.
        machine TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- The last play that has no row: one from before this table, or one of an import. A play that is removed leaves
      -- the time of the last one correct.
      ALTER TABLE copy ADD COLUMN played_before INTEGER;
      UPDATE copy SET played_before = last_played_at WHERE last_played_at IS NOT NULL;
      """)
}
