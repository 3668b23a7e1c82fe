extension Migration {
  /// The counter: borrowers with all that lending asks of them, loans that can be renewed, claimed and made anonymous,
  /// holds, fees, visits, the inbox of unknown codes, settings of desks, and a record of everything that happened at a
  /// desk and of every row that was changed.
  static let theCounter = Migration(
    name: "0005-the-counter",
    sql: #"""
      ALTER TABLE borrower ADD COLUMN group_name TEXT NOT NULL DEFAULT 'standard';
      ALTER TABLE borrower ADD COLUMN is_staff INTEGER NOT NULL DEFAULT 0 CHECK (is_staff IN (0, 1));
      ALTER TABLE borrower ADD COLUMN email TEXT;
      ALTER TABLE borrower ADD COLUMN language TEXT;
      ALTER TABLE borrower ADD COLUMN expires_at INTEGER;
      ALTER TABLE borrower ADD COLUMN blocked_at INTEGER;
      ALTER TABLE borrower ADD COLUMN block_reason TEXT CHECK ((block_reason IS NULL) = (blocked_at IS NULL));
      ALTER TABLE borrower ADD COLUMN loan_limit INTEGER CHECK (loan_limit >= 0);
      -- As libsodium writes it: algorithm, cost, salt and hash in one text.
      ALTER TABLE borrower ADD COLUMN pin_hash TEXT;
      ALTER TABLE borrower ADD COLUMN pin_failures INTEGER NOT NULL DEFAULT 0 CHECK (pin_failures >= 0);
      ALTER TABLE borrower ADD COLUMN pin_locked_until INTEGER;
      ALTER TABLE borrower ADD COLUMN note TEXT;
      ALTER TABLE borrower ADD COLUMN erased_at INTEGER;
      CREATE INDEX borrower_name ON borrower (name COLLATE NOCASE, id) WHERE erased_at IS NULL;
      CREATE INDEX borrower_created ON borrower (created_at, id) WHERE erased_at IS NULL;
      CREATE INDEX code_borrower ON code (borrower_id) WHERE borrower_id IS NOT NULL;

      ALTER TABLE copy ADD COLUMN status TEXT NOT NULL DEFAULT 'available'
        CHECK (status IN ('available', 'missing', 'lost', 'withdrawn'));
      ALTER TABLE copy ADD COLUMN is_reference INTEGER NOT NULL DEFAULT 0 CHECK (is_reference IN (0, 1));
      ALTER TABLE copy ADD COLUMN parts_missing INTEGER NOT NULL DEFAULT 0 CHECK (parts_missing >= 0);
      ALTER TABLE copy ADD COLUMN plays INTEGER NOT NULL DEFAULT 0 CHECK (plays >= 0);
      ALTER TABLE copy ADD COLUMN last_played_at INTEGER;
      ALTER TABLE copy ADD COLUMN in_house INTEGER NOT NULL DEFAULT 0 CHECK (in_house >= 0);
      ALTER TABLE copy ADD COLUMN last_in_house_at INTEGER;
      CREATE INDEX copy_number ON copy (number);

      ALTER TABLE release ADD COLUMN wished_at INTEGER;
      CREATE INDEX release_wished ON release (wished_at) WHERE wished_at IS NOT NULL;

      -- A barcode may be that of several releases; everything else still means one thing.
      DROP INDEX one_meaning_per_code;
      CREATE UNIQUE INDEX one_meaning_per_code ON code (class, value) WHERE ended_at IS NULL AND class <> 'gtin';
      CREATE UNIQUE INDEX one_gtin_per_release ON code (value, release_id) WHERE ended_at IS NULL AND class = 'gtin';

      CREATE TABLE loan_new (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        copy_id TEXT NOT NULL REFERENCES copy (id),
        borrower_id TEXT REFERENCES borrower (id),
        station TEXT NOT NULL,
        opened_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        renewals INTEGER NOT NULL DEFAULT 0 CHECK (renewals >= 0),
        renewed_at INTEGER,
        parts INTEGER NOT NULL DEFAULT 1 CHECK (parts > 0),
        parts_back INTEGER CHECK (parts_back >= 0),
        claimed_returned_at INTEGER,
        returned_at INTEGER,
        returned_station TEXT,
        anonymised_at INTEGER,
        CHECK (returned_at IS NULL OR returned_at >= opened_at),
        CHECK (borrower_id IS NOT NULL OR (anonymised_at IS NOT NULL AND returned_at IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO loan_new (id, copy_id, borrower_id, station, opened_at, due_at, returned_at, returned_station)
        SELECT id, copy_id, borrower_id, station, opened_at, due_at, returned_at, returned_station FROM loan;
      DROP TABLE loan;
      ALTER TABLE loan_new RENAME TO loan;
      CREATE UNIQUE INDEX one_open_loan_per_copy ON loan (copy_id) WHERE returned_at IS NULL;
      CREATE INDEX loan_borrower_open ON loan (borrower_id, due_at) WHERE returned_at IS NULL;
      CREATE INDEX loan_due_open ON loan (due_at, id) WHERE returned_at IS NULL;
      CREATE INDEX loan_copy ON loan (copy_id, opened_at);
      CREATE INDEX loan_borrower ON loan (borrower_id, opened_at) WHERE borrower_id IS NOT NULL;
      CREATE INDEX loan_returned ON loan (returned_at) WHERE returned_at IS NOT NULL AND borrower_id IS NOT NULL;

      CREATE TABLE hold (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        release_id TEXT REFERENCES release (id),
        copy_id TEXT REFERENCES copy (id),
        borrower_id TEXT REFERENCES borrower (id),
        state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'fulfilled', 'cancelled', 'expired')),
        -- The copy that lies on the pick-up shelf.
        ready_copy_id TEXT REFERENCES copy (id),
        ready_at INTEGER,
        pick_up_by INTEGER,
        not_after INTEGER,
        created_at INTEGER NOT NULL,
        closed_at INTEGER,
        CHECK ((release_id IS NULL) <> (copy_id IS NULL)),
        CHECK ((state IN ('waiting', 'ready')) = (closed_at IS NULL)),
        CHECK (state <> 'ready' OR (ready_copy_id IS NOT NULL AND ready_at IS NOT NULL AND pick_up_by IS NOT NULL)),
        CHECK (borrower_id IS NOT NULL OR closed_at IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_open_hold_per_release ON hold (borrower_id, release_id)
        WHERE closed_at IS NULL AND release_id IS NOT NULL;
      CREATE UNIQUE INDEX one_open_hold_per_copy ON hold (borrower_id, copy_id)
        WHERE closed_at IS NULL AND copy_id IS NOT NULL;
      CREATE UNIQUE INDEX one_ready_hold_per_copy ON hold (ready_copy_id) WHERE state = 'ready';
      CREATE INDEX hold_release ON hold (release_id, created_at, id) WHERE closed_at IS NULL;
      CREATE INDEX hold_copy ON hold (copy_id, created_at, id) WHERE closed_at IS NULL;
      CREATE INDEX hold_borrower ON hold (borrower_id) WHERE borrower_id IS NOT NULL;
      CREATE INDEX hold_due ON hold (pick_up_by) WHERE state = 'ready';

      CREATE TABLE fee (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        borrower_id TEXT REFERENCES borrower (id),
        loan_id TEXT REFERENCES loan (id),
        kind TEXT NOT NULL CHECK (kind IN ('overdue', 'lost', 'parts', 'damage', 'other')),
        -- In minor units of the currency.
        amount INTEGER NOT NULL CHECK (amount > 0),
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        at INTEGER NOT NULL,
        settled_at INTEGER,
        is_waived INTEGER NOT NULL DEFAULT 0 CHECK (is_waived IN (0, 1)),
        note TEXT,
        CHECK (is_waived = 0 OR settled_at IS NOT NULL),
        CHECK (borrower_id IS NOT NULL OR settled_at IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX fee_borrower ON fee (borrower_id) WHERE settled_at IS NULL;
      CREATE UNIQUE INDEX one_overdue_fee_per_loan ON fee (loan_id) WHERE kind = 'overdue';

      -- A session of a borrower at a desk, for its receipt.
      CREATE TABLE visit (
        id TEXT PRIMARY KEY,
        station TEXT NOT NULL,
        borrower_id TEXT REFERENCES borrower (id),
        began_at INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX visit_borrower ON visit (borrower_id) WHERE borrower_id IS NOT NULL;
      CREATE INDEX visit_began ON visit (began_at);
      CREATE TABLE visit_line (
        visit_id TEXT NOT NULL REFERENCES visit (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('lent', 'renewed', 'returned')),
        loan_id TEXT NOT NULL,
        due_at INTEGER,
        PRIMARY KEY (visit_id, position)
      ) STRICT, WITHOUT ROWID;

      -- Codes that nobody knew.
      CREATE TABLE inbox (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        class TEXT NOT NULL CHECK (class IN ('own', 'tag', 'gtin', 'text')),
        value TEXT NOT NULL,
        symbology TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'named', 'looked-up', 'claimed', 'forgotten')),
        scan_id TEXT NOT NULL,
        scans INTEGER NOT NULL DEFAULT 1 CHECK (scans > 0),
        station TEXT NOT NULL,
        first_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        decided_at INTEGER,
        target TEXT,
        note TEXT,
        CHECK ((state = 'open') = (decided_at IS NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_open_item_per_code ON inbox (class, value) WHERE state = 'open';
      CREATE INDEX inbox_state ON inbox (state, last_at, id);

      -- A reminder is claimed before it is sent, so that it is sent once.
      CREATE TABLE reminder (
        id TEXT PRIMARY KEY,
        loan_id TEXT NOT NULL REFERENCES loan (id),
        kind TEXT NOT NULL CHECK (kind IN ('due-soon', 'overdue', 'hold-ready')),
        due_at INTEGER NOT NULL,
        claimed_at INTEGER NOT NULL,
        sent_at INTEGER,
        failed_at INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        UNIQUE (loan_id, kind, due_at)
      ) STRICT, WITHOUT ROWID;

      -- When a job last did all of its work.
      CREATE TABLE job (
        name TEXT PRIMARY KEY,
        started_at INTEGER,
        succeeded_at INTEGER,
        failed_at INTEGER,
        error TEXT,
        done INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE setting ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

      -- Where a desk stands, and what the house decided about it: JSON in both. `ends_at` is the nearest deadline.
      CREATE TABLE station_new (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        mode TEXT NOT NULL,
        state TEXT NOT NULL,
        -- Whose session is open, so that an erasure finds it.
        borrower_id TEXT REFERENCES borrower (id),
        ends_at INTEGER,
        policy TEXT
      ) STRICT, WITHOUT ROWID;
      -- A session goes on; half a pair, which waits for seconds only, is begun anew.
      INSERT INTO visit (id, station, borrower_id, began_at)
        SELECT borrower_id, name, borrower_id, ends_at FROM station WHERE stage = 'session';
      INSERT INTO station_new (name, version, mode, state, borrower_id, ends_at)
        SELECT name, version, mode,
          CASE stage WHEN 'session' THEN
            '{"mode":"' || mode || '","session":{"borrower":"' || borrower_id || '","until":' || ends_at || ',"visit":"'
              || borrower_id || '"},"stage":{"idle":{}}}'
          ELSE '{"mode":"' || mode || '","stage":{"idle":{}}}' END,
          borrower_id, CASE stage WHEN 'session' THEN ends_at END
        FROM station;
      DROP TABLE station;
      ALTER TABLE station_new RENAME TO station;
      CREATE INDEX station_ends ON station (ends_at) WHERE ends_at IS NOT NULL;

      ALTER TABLE scan ADD COLUMN facts TEXT;
      CREATE INDEX scan_outcome ON scan (outcome, sequence);
      CREATE INDEX scan_station ON scan (station, sequence);
      -- The history is never changed, but for one thing: the number of a card may be taken out of it, or be replaced by
      -- another, so that a person can be forgotten.
      DROP TRIGGER scan_is_never_changed;
      CREATE TRIGGER scan_is_never_changed
        BEFORE UPDATE OF sequence, id, station, reader, at, received_at, symbology, fault, is_verified, quality, frames,
          mode, outcome, release_id, copy_id, place_id, slot_id, due_at, choices, facts ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

      -- What was done to the records: one row for each transaction, and for each row of a table that it touched the
      -- whole of it before and after, as JSON. `steps` is what changes had before there was `change_row`.
      CREATE TABLE change_new (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        scan_id TEXT,
        station TEXT,
        by TEXT,
        reason TEXT,
        at INTEGER NOT NULL,
        undoes TEXT,
        undone_by TEXT,
        steps TEXT NOT NULL DEFAULT '[]'
      ) STRICT;
      INSERT INTO change_new (id, kind, scan_id, station, at, steps)
        SELECT id, kind, scan_id, station, at, steps FROM change ORDER BY at, id;
      DROP TABLE change;
      ALTER TABLE change_new RENAME TO change;
      CREATE INDEX change_scan ON change (scan_id) WHERE scan_id IS NOT NULL;
      CREATE INDEX change_station ON change (station, sequence) WHERE station IS NOT NULL;

      CREATE TABLE change_row (
        change INTEGER NOT NULL REFERENCES change (sequence),
        position INTEGER NOT NULL,
        table_name TEXT NOT NULL,
        row_id TEXT NOT NULL,
        -- NULL where the row was not there.
        before TEXT,
        after TEXT,
        PRIMARY KEY (change, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX change_row_subject ON change_row (table_name, row_id, change);

      -- Everything that happened at the desks, in order, with all that is needed to let it happen again: the input, the
      -- seed of the ids it drew, the state before and after, the rule that was followed. Changes that came by another
      -- way than a desk stand in the same order.
      CREATE TABLE recording (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        station TEXT,
        kind TEXT NOT NULL,
        scan_id TEXT,
        input TEXT NOT NULL,
        seed INTEGER NOT NULL,
        rule TEXT,
        before TEXT,
        after TEXT,
        outcome TEXT,
        candidates TEXT,
        change INTEGER REFERENCES change (sequence)
      ) STRICT;
      CREATE INDEX recording_scan ON recording (scan_id) WHERE scan_id IS NOT NULL;
      CREATE INDEX recording_at ON recording (at);
      """#)
}
