extension Migration {
  /// Adds stock-takes: their frozen sets, their scans and ticks, and when a copy was seen last.
  static let stockTakes = Migration(
    name: "0038-stock-takes",
    sql: """
      CREATE TABLE stock_take (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        name TEXT NOT NULL,
        -- Without references: a stock-take remains when its place, or a copy of it, is removed.
        place_id TEXT,
        place_name TEXT,
        query TEXT,
        state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'applied', 'cancelled')),
        started_at INTEGER NOT NULL,
        started_by TEXT,
        closed_at INTEGER,
        closed_by TEXT,
        ended_at INTEGER,
        ended_by TEXT,
        change_id TEXT,
        CHECK ((place_id IS NULL) <> (query IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_open_stock_take ON stock_take (state) WHERE state = 'open';
      CREATE INDEX stock_take_start ON stock_take (started_at, id);

      -- The expected set, as it was at the start.
      CREATE TABLE stock_take_line (
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        position INTEGER NOT NULL,
        copy_id TEXT NOT NULL,
        copy_version INTEGER NOT NULL,
        release_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        code TEXT NOT NULL,
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        shelf_mark TEXT,
        place_id TEXT,
        place_name TEXT,
        slot_number INTEGER,
        expectation TEXT NOT NULL CHECK (expectation IN ('present', 'on-loan', 'missing')),
        PRIMARY KEY (stock_take_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_stock_take_line_per_copy ON stock_take_line (stock_take_id, copy_id);
      CREATE INDEX stock_take_line_release ON stock_take_line (release_id, stock_take_id, copy_id);

      CREATE TABLE stock_take_scan (
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        id TEXT NOT NULL,
        at INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        station TEXT NOT NULL,
        by TEXT,
        kind TEXT NOT NULL CHECK (kind IN ('copy', 'release', 'place', 'unknown', 'listed')),
        -- The record; for a place, the place that the station counts from then on.
        subject TEXT,
        place_id TEXT,
        text TEXT,
        PRIMARY KEY (stock_take_id, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX stock_take_scan_subject ON stock_take_scan (subject, stock_take_id) WHERE subject IS NOT NULL;
      CREATE INDEX stock_take_scan_newest ON stock_take_scan (stock_take_id, received_at, id);

      -- Copies that a person saw, and whose label or reader failed.
      CREATE TABLE stock_take_tick (
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        copy_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        by TEXT,
        PRIMARY KEY (stock_take_id, copy_id)
      ) STRICT, WITHOUT ROWID;

      -- The stations that count. One that has not left may still have scans that the hub does not know.
      CREATE TABLE stock_take_station (
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        station TEXT NOT NULL,
        place_id TEXT,
        scans INTEGER NOT NULL DEFAULT 0,
        last_at INTEGER NOT NULL,
        left_at INTEGER,
        PRIMARY KEY (stock_take_id, station)
      ) STRICT, WITHOUT ROWID;

      -- The result as it was applied, because the records go on.
      CREATE TABLE stock_take_result (
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        position INTEGER NOT NULL,
        class TEXT NOT NULL,
        copy_id TEXT,
        release_id TEXT,
        text TEXT,
        scan_id TEXT,
        again INTEGER NOT NULL,
        PRIMARY KEY (stock_take_id, position)
      ) STRICT, WITHOUT ROWID;

      -- When a copy was seen last by a stock-take that was applied. This is no state of the copy, so an undo keeps it.
      CREATE TABLE copy_seen (
        copy_id TEXT PRIMARY KEY REFERENCES copy (id) ON DELETE CASCADE,
        seen_at INTEGER NOT NULL,
        stock_take_id TEXT NOT NULL REFERENCES stock_take (id),
        how TEXT NOT NULL CHECK (how IN ('scanned', 'by-release', 'ticked'))
      ) STRICT, WITHOUT ROWID;
      """)
}
