extension Migration {
  /// Circulation: borrowers with their lending data, and loans that can be renewed, claimed returned and anonymised.
  /// Also holds, fees, sessions, the inbox of unknown codes, station policies, and a recording of all station events
  /// and changed rows.
  static let lendingTables = Migration(
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
      ALTER TABLE borrower ADD COLUMN note TEXT;
      ALTER TABLE borrower ADD COLUMN erased_at INTEGER;
      CREATE INDEX borrower_name ON borrower (name COLLATE NOCASE, id) WHERE erased_at IS NULL;
      CREATE INDEX borrower_created ON borrower (created_at, id) WHERE erased_at IS NULL;

      -- The words of the names, folded, so that a list is found by any of them.
      CREATE TABLE borrower_word (
        word TEXT NOT NULL,
        borrower_id TEXT NOT NULL REFERENCES borrower (id) ON DELETE CASCADE,
        PRIMARY KEY (word, borrower_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX borrower_word_borrower ON borrower_word (borrower_id);
      INSERT OR IGNORE INTO borrower_word (word, borrower_id)
        WITH RECURSIVE piece (word, rest, id) AS (
          SELECT '', lower(name || ' ' || short_name) || ' ', id FROM borrower
          UNION ALL
          SELECT substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1), id FROM piece
          WHERE rest <> ''
        )
        SELECT word, id FROM piece WHERE word <> '';

      -- Apart from the borrower, so that neither hash nor tries stand in the history of changes.
      CREATE TABLE pin (
        borrower_id TEXT PRIMARY KEY REFERENCES borrower (id) ON DELETE CASCADE,
        -- As libsodium writes it: algorithm, cost, salt and hash in one text.
        hash TEXT NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
        locked_until INTEGER,
        set_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE copy ADD COLUMN status TEXT NOT NULL DEFAULT 'available'
        CHECK (status IN ('available', 'missing', 'lost', 'withdrawn'));
      ALTER TABLE copy ADD COLUMN is_reference INTEGER NOT NULL DEFAULT 0 CHECK (is_reference IN (0, 1));
      ALTER TABLE copy ADD COLUMN parts_missing INTEGER NOT NULL DEFAULT 0 CHECK (parts_missing >= 0);
      ALTER TABLE copy ADD COLUMN plays INTEGER NOT NULL DEFAULT 0 CHECK (plays >= 0);
      ALTER TABLE copy ADD COLUMN last_played_at INTEGER;
      ALTER TABLE copy ADD COLUMN in_house INTEGER NOT NULL DEFAULT 0 CHECK (in_house >= 0);
      ALTER TABLE copy ADD COLUMN last_in_house_at INTEGER;
      DROP INDEX copy_place;
      CREATE INDEX copy_place ON copy (place_id, number) WHERE place_id IS NOT NULL;
      DROP INDEX copy_release;
      CREATE INDEX copy_release ON copy (release_id, number);
      DROP INDEX copy_slot;
      CREATE INDEX copy_slot ON copy (slot_id, number) WHERE slot_id IS NOT NULL;

      ALTER TABLE release ADD COLUMN wished_at INTEGER;
      CREATE INDEX release_wished ON release (wished_at) WHERE wished_at IS NOT NULL;
      CREATE INDEX lookup_job_release ON lookup_job (release_id);

      -- A barcode may be that of several releases; everything else still means one thing. The numbers of bindings are
      -- never given again: the history of changes knows them.
      CREATE TABLE code_new (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
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
      INSERT INTO code_new (id, class, value, release_id, copy_id, borrower_id, place_id, slot_id, bound_at, ended_at)
        SELECT id, class, value, release_id, copy_id, borrower_id, place_id, slot_id, bound_at, ended_at
        FROM code ORDER BY id;
      DROP TABLE code;
      ALTER TABLE code_new RENAME TO code;
      CREATE INDEX code_copy ON code (copy_id) WHERE copy_id IS NOT NULL;
      CREATE INDEX code_release ON code (release_id) WHERE release_id IS NOT NULL;
      CREATE INDEX code_borrower ON code (borrower_id) WHERE borrower_id IS NOT NULL;
      CREATE INDEX code_place ON code (place_id) WHERE place_id IS NOT NULL;
      CREATE INDEX code_slot ON code (slot_id) WHERE slot_id IS NOT NULL;
      CREATE INDEX code_tag_bound ON code (copy_id) WHERE class = 'tag' AND ended_at IS NULL;
      -- Cards that have ended too: what is forgotten is found by them.
      CREATE INDEX code_card ON code (class, value) WHERE borrower_id IS NOT NULL;
      CREATE UNIQUE INDEX one_meaning_per_code
        ON code (class, value, CASE class WHEN 'gtin' THEN release_id ELSE '' END) WHERE ended_at IS NULL;

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
      CREATE INDEX loan_borrower ON loan (borrower_id, returned_at) WHERE borrower_id IS NOT NULL;
      CREATE INDEX loan_returned ON loan (returned_at) WHERE returned_at IS NOT NULL;
      CREATE INDEX loan_returned_named ON loan (returned_at) WHERE returned_at IS NOT NULL AND borrower_id IS NOT NULL;

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
      CREATE INDEX hold_borrower ON hold (borrower_id, created_at) WHERE borrower_id IS NOT NULL;
      CREATE INDEX hold_created ON hold (created_at);
      CREATE INDEX hold_state ON hold (state, created_at);
      CREATE INDEX hold_of_release ON hold (release_id, created_at) WHERE release_id IS NOT NULL;
      CREATE INDEX hold_of_copy ON hold (copy_id, created_at) WHERE copy_id IS NOT NULL;
      CREATE INDEX hold_ready_copy ON hold (ready_copy_id) WHERE ready_copy_id IS NOT NULL;
      CREATE INDEX hold_due ON hold (pick_up_by) WHERE state = 'ready';
      CREATE INDEX hold_not_after ON hold (not_after) WHERE state = 'waiting' AND not_after IS NOT NULL;
      CREATE INDEX hold_closed_named ON hold (closed_at) WHERE closed_at IS NOT NULL AND borrower_id IS NOT NULL;

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
      CREATE INDEX fee_borrower ON fee (borrower_id, amount) WHERE settled_at IS NULL;
      CREATE INDEX fee_of_borrower ON fee (borrower_id, at) WHERE borrower_id IS NOT NULL;
      CREATE INDEX fee_open ON fee (at) WHERE settled_at IS NULL;
      CREATE INDEX fee_at ON fee (at);
      CREATE INDEX fee_loan ON fee (loan_id) WHERE loan_id IS NOT NULL;
      CREATE INDEX fee_settled_named ON fee (settled_at) WHERE settled_at IS NOT NULL AND borrower_id IS NOT NULL;
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
      CREATE INDEX visit_station ON visit (station, began_at);
      CREATE INDEX visit_began_named ON visit (began_at) WHERE borrower_id IS NOT NULL;
      CREATE TABLE visit_line (
        visit_id TEXT NOT NULL REFERENCES visit (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('lent', 'renewed', 'returned')),
        loan_id TEXT NOT NULL,
        due_at INTEGER,
        -- What did it: a line whose change was taken back is on no receipt.
        change INTEGER,
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
        loan_id TEXT REFERENCES loan (id) ON DELETE CASCADE,
        hold_id TEXT REFERENCES hold (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('due-soon', 'overdue', 'hold-ready')),
        -- Until when: a loan that was renewed is reminded of anew.
        due_at INTEGER NOT NULL,
        -- Days after the due date, for one of several reminders of the same.
        stage INTEGER NOT NULL DEFAULT 0,
        claimed_at INTEGER NOT NULL,
        sent_at INTEGER,
        failed_at INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        CHECK ((loan_id IS NULL) <> (hold_id IS NULL)),
        CHECK ((kind = 'hold-ready') = (hold_id IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_reminder_per_loan ON reminder (loan_id, kind, due_at, stage) WHERE loan_id IS NOT NULL;
      CREATE UNIQUE INDEX one_reminder_per_hold ON reminder (hold_id, kind, due_at) WHERE hold_id IS NOT NULL;
      CREATE INDEX reminder_unsent ON reminder (claimed_at) WHERE sent_at IS NULL;

      -- When a job last did all of its work.
      CREATE TABLE job (
        name TEXT PRIMARY KEY,
        started_at INTEGER,
        succeeded_at INTEGER,
        failed_at INTEGER,
        error TEXT,
        done INTEGER NOT NULL DEFAULT 0,
        -- Where it goes on the next time, for a job that works its way through a table.
        position INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;

      -- What a person who is being forgotten was known by, each with what stands in its place; empty when it is done.
      CREATE TABLE erasure (
        borrower_id TEXT NOT NULL REFERENCES borrower (id),
        old TEXT NOT NULL,
        new TEXT NOT NULL,
        PRIMARY KEY (borrower_id, old)
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE setting ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

      -- What the house decided about a desk, as JSON.
      CREATE TABLE station_policy (
        station TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        policy TEXT NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Where a desk stands, as JSON. `ends_at` is the nearest deadline.
      CREATE TABLE station_new (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        mode TEXT NOT NULL,
        state TEXT NOT NULL,
        -- Whose session is open, so that an erasure finds it.
        borrower_id TEXT REFERENCES borrower (id),
        ends_at INTEGER
      ) STRICT, WITHOUT ROWID;
      -- A session goes on; half a pair, which waits for seconds only, is begun anew.
      INSERT INTO visit (id, station, borrower_id, began_at)
        SELECT lower(substr(random, 1, 8) || '-' || substr(random, 9, 4) || '-8' || substr(random, 14, 3) || '-8'
            || substr(random, 18, 3) || '-' || substr(random, 21, 12)), name, borrower_id, max(0, ends_at - 90000)
        FROM (SELECT name, borrower_id, ends_at, hex(randomblob(16)) AS random FROM station WHERE stage = 'session');
      INSERT INTO station_new (name, version, mode, state, borrower_id, ends_at)
        SELECT s.name, s.version, s.mode,
          CASE s.stage WHEN 'session' THEN
            '{"mode":"' || s.mode || '","session":{"borrower":"' || s.borrower_id || '","until":' || s.ends_at
              || ',"visit":"' || v.id || '"},"stage":{"idle":{}}}'
          ELSE '{"mode":"' || s.mode || '","stage":{"idle":{}}}' END,
          s.borrower_id, CASE s.stage WHEN 'session' THEN s.ends_at END
        FROM station s LEFT JOIN visit v ON v.station = s.name;
      DROP TABLE station;
      ALTER TABLE station_new RENAME TO station;
      CREATE INDEX station_ends ON station (ends_at) WHERE ends_at IS NOT NULL;

      ALTER TABLE scan ADD COLUMN facts TEXT;
      CREATE INDEX scan_outcome ON scan (outcome, sequence);
      CREATE INDEX scan_station ON scan (station, sequence);
      CREATE INDEX scan_copy ON scan (copy_id, sequence) WHERE copy_id IS NOT NULL;
      -- The history is never changed, but for one thing: the number of a card may be taken out of it, or be replaced by
      -- another, so that a person can be forgotten.
      DROP TRIGGER scan_is_never_changed;
      CREATE TRIGGER scan_is_never_changed
        BEFORE UPDATE OF sequence, id, station, reader, at, received_at, symbology, fault, is_verified, quality, frames,
          mode, outcome, release_id, copy_id, place_id, slot_id, due_at, choices, facts ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
      CREATE TRIGGER scan_code_is_only_taken_out
        BEFORE UPDATE OF text, written ON scan
        WHEN NOT (NEW.text = '' AND NEW.written IS NULL) AND NOT EXISTS (SELECT 1 FROM erasure)
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
        -- When something was taken out of its rows, so that a person is forgotten: it cannot be taken back any more.
        scrubbed_at INTEGER,
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
        -- The copy and the person that the row is about.
        copy_id TEXT,
        borrower_id TEXT,
        PRIMARY KEY (change, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX change_row_subject ON change_row (table_name, row_id, change);
      CREATE INDEX change_row_copy ON change_row (copy_id, change) WHERE copy_id IS NOT NULL;
      CREATE INDEX change_row_borrower ON change_row (borrower_id, change) WHERE borrower_id IS NOT NULL;
      CREATE INDEX change_row_named ON change_row (change) WHERE borrower_id IS NOT NULL;

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
      CREATE INDEX recording_change ON recording (change) WHERE change IS NOT NULL;
      """# + searchOfReleases)
}
