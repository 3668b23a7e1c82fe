extension Migration {
  /// Adds the batches of additions, and the index for other pressings of a record.
  static let additionBatches = Migration(
    name: "0023-addition-batches",
    sql: """
      CREATE TABLE addition_batch (
        id TEXT PRIMARY KEY,
        station TEXT NOT NULL,
        -- The newest settings, as JSON.
        settings TEXT NOT NULL,
        began_at INTEGER NOT NULL,
        ended_at INTEGER CHECK (ended_at >= began_at)
      ) STRICT;
      CREATE INDEX addition_batch_station ON addition_batch (station, began_at, id);

      -- A copy that the batch added, with the change behind it. An undo removes the copy and leaves this row.
      CREATE TABLE addition_batch_copy (
        batch_id TEXT NOT NULL REFERENCES addition_batch (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        copy_id TEXT NOT NULL,
        change INTEGER NOT NULL,
        PRIMARY KEY (batch_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX release_alike ON release (lower(title), lower(artist));
      """)
}
