extension Migration {
  /// The base schema: catalogue, copies, places, codes, borrowers, loans, stations, history, journal, look-ups and
  /// tokens.
  ///
  /// Columns that hold JSON have no check for it: SQLite does not let an untrusted schema call `json_valid`.
  ///
  /// Ids are UUIDs in text form, times are milliseconds since 1970 UTC, and barcodes are text. The schema itself
  /// enforces the invariants, not the code above it: one open loan per copy, one copy per single slot, one meaning per
  /// code, and an append-only history.
  static let stationTables = Migration(
    name: "0001-the-desk",
    sql: #"""
      CREATE TABLE release (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        status TEXT NOT NULL CHECK (status IN ('unresolved', 'resolved', 'manual', 'not-found')),
        medium TEXT NOT NULL CHECK (medium IN ('cd', 'vinyl', 'cassette', 'other')),
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        label TEXT,
        catalog_number TEXT,
        year INTEGER,
        country TEXT,
        barcode TEXT,
        released TEXT,
        notes TEXT,
        genres TEXT NOT NULL DEFAULT '[]',
        styles TEXT NOT NULL DEFAULT '[]',
        source TEXT,
        source_id TEXT,
        source_url TEXT,
        fetched_at INTEGER,
        created_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX release_source ON release (source, source_id) WHERE source_id IS NOT NULL;
      CREATE INDEX release_created ON release (created_at, id);

      CREATE TABLE artist_credit (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        join_phrase TEXT,
        role TEXT,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE label_credit (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        catalog_number TEXT,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE format (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        quantity INTEGER NOT NULL,
        text TEXT,
        descriptions TEXT NOT NULL DEFAULT '[]',
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      -- A tree: `parent` is the position of the heading, index or track that a row belongs to.
      CREATE TABLE track (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        parent INTEGER,
        kind TEXT NOT NULL CHECK (kind IN ('track', 'heading', 'index', 'part')),
        printed_position TEXT NOT NULL,
        title TEXT NOT NULL,
        seconds INTEGER,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE identifier (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        type TEXT NOT NULL,
        value TEXT NOT NULL,
        note TEXT,
        gtin TEXT,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX identifier_gtin ON identifier (gtin) WHERE gtin IS NOT NULL;

      CREATE TABLE place (
        id TEXT PRIMARY KEY,
        parent_id TEXT REFERENCES place (id),
        kind TEXT NOT NULL CHECK (kind IN ('room', 'unit', 'shelf', 'crate', 'changer', 'cartridge')),
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX place_parent ON place (parent_id);

      CREATE TABLE slot (
        id TEXT PRIMARY KEY,
        place_id TEXT NOT NULL REFERENCES place (id),
        number INTEGER NOT NULL CHECK (number > 0),
        is_single INTEGER NOT NULL DEFAULT 1 CHECK (is_single IN (0, 1)),
        created_at INTEGER NOT NULL,
        UNIQUE (place_id, number),
        UNIQUE (id, is_single)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE copy (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        release_id TEXT NOT NULL REFERENCES release (id),
        number INTEGER NOT NULL UNIQUE,
        code TEXT NOT NULL UNIQUE,
        part_count INTEGER NOT NULL DEFAULT 1 CHECK (part_count > 0),
        media_condition TEXT,
        sleeve_condition TEXT,
        place_id TEXT REFERENCES place (id),
        slot_id TEXT,
        -- Carried along from the slot, so that the index below can tell a single slot.
        slot_is_single INTEGER,
        notes TEXT,
        added_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        CHECK (slot_id IS NULL OR place_id IS NOT NULL),
        CHECK ((slot_id IS NULL) = (slot_is_single IS NULL)),
        FOREIGN KEY (slot_id, slot_is_single) REFERENCES slot (id, is_single)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_copy_per_single_slot ON copy (slot_id) WHERE slot_is_single = 1;
      CREATE INDEX copy_release ON copy (release_id);
      CREATE INDEX copy_place ON copy (place_id) WHERE place_id IS NOT NULL;
      CREATE INDEX copy_slot ON copy (slot_id) WHERE slot_id IS NOT NULL;

      CREATE TABLE borrower (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        name TEXT NOT NULL,
        short_name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- What scannable things name. A binding is never overwritten: it ends, and another begins.
      CREATE TABLE code (
        id INTEGER PRIMARY KEY,
        class TEXT NOT NULL CHECK (class IN ('own', 'tag', 'gtin', 'text')),
        value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 500),
        release_id TEXT REFERENCES release (id),
        copy_id TEXT REFERENCES copy (id),
        borrower_id TEXT REFERENCES borrower (id),
        place_id TEXT REFERENCES place (id),
        slot_id TEXT REFERENCES slot (id),
        bound_at INTEGER NOT NULL,
        ended_at INTEGER,
        CHECK ((release_id IS NOT NULL) + (copy_id IS NOT NULL) + (borrower_id IS NOT NULL)
          + (place_id IS NOT NULL) + (slot_id IS NOT NULL) = 1),
        CHECK (class <> 'gtin' OR release_id IS NOT NULL)
      ) STRICT;
      CREATE UNIQUE INDEX one_meaning_per_code ON code (class, value) WHERE ended_at IS NULL;
      CREATE INDEX code_copy ON code (copy_id) WHERE copy_id IS NOT NULL;
      CREATE INDEX code_release ON code (release_id) WHERE release_id IS NOT NULL;

      CREATE TABLE station (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        mode TEXT NOT NULL CHECK (mode IN ('look-up', 'add', 'check-out', 'return', 'shelve')),
        stage TEXT NOT NULL CHECK (stage IN ('idle', 'copy', 'slot', 'place', 'session')),
        copy_id TEXT REFERENCES copy (id),
        slot_id TEXT REFERENCES slot (id),
        place_id TEXT REFERENCES place (id),
        borrower_id TEXT REFERENCES borrower (id),
        ends_at INTEGER,
        CHECK ((stage = 'copy') = (copy_id IS NOT NULL)),
        CHECK ((stage = 'slot') = (slot_id IS NOT NULL)),
        CHECK ((stage = 'place') = (place_id IS NOT NULL)),
        CHECK ((stage = 'session') = (borrower_id IS NOT NULL)),
        CHECK ((stage = 'idle') = (ends_at IS NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE loan (
        id TEXT PRIMARY KEY,
        copy_id TEXT NOT NULL REFERENCES copy (id),
        borrower_id TEXT NOT NULL REFERENCES borrower (id),
        station TEXT NOT NULL,
        opened_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        returned_at INTEGER,
        returned_station TEXT,
        CHECK (returned_at IS NULL OR returned_at >= opened_at)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_open_loan_per_copy ON loan (copy_id) WHERE returned_at IS NULL;
      CREATE INDEX loan_borrower_open ON loan (borrower_id) WHERE returned_at IS NULL;

      -- The history: what was read, and its one outcome. `sequence` is its order.
      CREATE TABLE scan (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        station TEXT NOT NULL,
        reader TEXT,
        at INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        symbology TEXT NOT NULL,
        text TEXT NOT NULL,
        written TEXT,
        fault TEXT,
        is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
        quality REAL,
        frames INTEGER,
        mode TEXT NOT NULL,
        outcome TEXT NOT NULL,
        release_id TEXT,
        copy_id TEXT,
        place_id TEXT,
        slot_id TEXT,
        due_at INTEGER,
        choices TEXT
      ) STRICT;
      CREATE TRIGGER scan_is_never_changed BEFORE UPDATE ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
      CREATE TRIGGER scan_is_never_deleted BEFORE DELETE ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

      -- What was done to the records, and how to undo it: for each row its values before and after.
      CREATE TABLE change (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        scan_id TEXT,
        station TEXT,
        at INTEGER NOT NULL,
        steps TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX change_scan ON change (scan_id) WHERE scan_id IS NOT NULL;

      CREATE TABLE journal (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        at INTEGER NOT NULL,
        station TEXT,
        subject TEXT,
        payload TEXT NOT NULL DEFAULT ''
      ) STRICT;

      CREATE TABLE lookup_job (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('search', 'release')),
        gtin TEXT NOT NULL,
        release_id TEXT NOT NULL REFERENCES release (id),
        source_id TEXT,
        state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'done', 'not-found', 'failed', 'blocked')),
        attempts INTEGER NOT NULL DEFAULT 0,
        next_try_at INTEGER NOT NULL,
        last_error TEXT,
        scan_id TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX one_open_lookup ON lookup_job (kind, gtin)
        WHERE state IN ('pending', 'running', 'blocked');
      CREATE INDEX lookup_next ON lookup_job (next_try_at) WHERE state IN ('pending', 'not-found');

      -- The hits that a look-up did not take, kept so that a person can choose another without asking again.
      CREATE TABLE lookup_candidate (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        rank INTEGER NOT NULL,
        source_id TEXT NOT NULL,
        facts TEXT NOT NULL,
        PRIMARY KEY (release_id, rank)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE token (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('reader-only', 'station', 'staff', 'admin')),
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """#)
}
