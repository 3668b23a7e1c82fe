extension Migration {
  /// The work of offline stations: their journals, each entry with its outcome, and the member of staff who dealt with
  /// an open entry.
  static let offlineTables = Migration(
    name: "0006-stations-away",
    sql: #"""
      -- A journal is a file of a station; one whose disk was replaced begins another. `next` is the sequence that is
      -- expected, `last_at` the time at which the entry before it counts.
      CREATE TABLE away_journal (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        station TEXT NOT NULL,
        journal TEXT NOT NULL,
        next INTEGER NOT NULL DEFAULT 1 CHECK (next >= 1),
        last_at INTEGER,
        begun_at INTEGER NOT NULL,
        heard_at INTEGER NOT NULL,
        UNIQUE (station, journal)
      ) STRICT;

      CREATE TABLE away_entry (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        journal_id INTEGER NOT NULL REFERENCES away_journal (id),
        -- As the station sent it.
        sequence INTEGER NOT NULL CHECK (sequence >= 1),
        reading_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        mode TEXT NOT NULL,
        act TEXT NOT NULL CHECK (act IN ('card', 'check-out', 'return', 'renew', 'refused', 'other')),
        code TEXT NOT NULL,
        symbology TEXT NOT NULL,
        written TEXT,
        card TEXT,
        card_symbology TEXT,
        reader TEXT,
        told TEXT NOT NULL,
        -- What became of it. The scan is that of the history, the change what it led to.
        taken_at INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('applied', 'applied-with-exception', 'needs-staff')),
        outcome TEXT NOT NULL,
        reasons TEXT NOT NULL,
        scan_id TEXT NOT NULL,
        change INTEGER,
        -- What it was about. The history knows these also when they are gone.
        release_id TEXT,
        copy_id TEXT,
        borrower_id TEXT,
        done_at INTEGER,
        done_by TEXT,
        note TEXT,
        -- When something was taken out of it, so that a person is forgotten.
        scrubbed_at INTEGER,
        UNIQUE (journal_id, sequence),
        CHECK (done_at IS NOT NULL OR (done_by IS NULL AND note IS NULL)),
        -- What was simply done asks nothing of anybody.
        CHECK (state <> 'applied' OR done_at IS NULL)
      ) STRICT;
      CREATE INDEX away_entry_open ON away_entry (number) WHERE state <> 'applied' AND done_at IS NULL;
      CREATE INDEX away_entry_journal ON away_entry (journal_id, number);
      CREATE INDEX away_entry_borrower ON away_entry (borrower_id, number) WHERE borrower_id IS NOT NULL;
      CREATE INDEX away_entry_named ON away_entry (taken_at) WHERE scrubbed_at IS NULL;
      """#)
}
