extension Migration {
  /// Tags: every tag that was seen, the write jobs, and the tag queues of the stations. The table of stations is
  /// rebuilt, since its checks name the modes and the stages.
  ///
  /// `password` and `pack` are the only secrets here. They leave the database only in a command to a reader.
  static let tagTables = Migration(
    name: "0002-the-tags",
    sql: #"""
      CREATE TABLE tag (
        uid TEXT PRIMARY KEY,
        kind TEXT,
        capacity INTEGER CHECK (capacity >= 0),
        access TEXT CHECK (access IN ('writable', 'locked', 'sealed', 'unsupported')),
        content TEXT CHECK (content IN ('empty', 'own', 'foreign')),
        code TEXT,
        fault TEXT,
        first_seen_at INTEGER NOT NULL,
        last_seen_at INTEGER NOT NULL,
        writes INTEGER NOT NULL DEFAULT 0 CHECK (writes >= 0),
        -- In a row: a write that is read back makes it 0.
        failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
        is_sealed INTEGER NOT NULL DEFAULT 0 CHECK (is_sealed IN (0, 1)),
        -- Kept before it is sent, so that a tag which was torn while it was sealed can still be opened.
        password BLOB CHECK (length(password) = 4),
        pack BLOB CHECK (length(pack) = 2),
        CHECK ((password IS NULL) = (pack IS NULL)),
        CHECK (is_sealed = 0 OR password IS NOT NULL)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tag_seen ON tag (first_seen_at, uid);

      -- Kept before the first byte is sent.
      CREATE TABLE tag_write (
        id TEXT PRIMARY KEY,
        action TEXT NOT NULL CHECK (action IN ('write', 'erase', 'seal', 'unseal')),
        uid TEXT NOT NULL,
        copy_id TEXT REFERENCES copy (id),
        code TEXT,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'writing', 'torn', 'done', 'failed', 'expired', 'cancelled')),
        -- Whether a reader may have begun to change the tag.
        has_begun INTEGER NOT NULL DEFAULT 0 CHECK (has_begun IN (0, 1)),
        outcome TEXT,
        detail TEXT,
        station TEXT NOT NULL,
        -- The reader that has it, and when it got it.
        reader TEXT,
        sent_at INTEGER,
        scan_id TEXT,
        overwrite INTEGER NOT NULL CHECK (overwrite IN (0, 1)),
        -- The binding that it may end: the one of which the person was told.
        moves INTEGER REFERENCES code (id),
        -- Whether it takes the place of the copy's other tags.
        replaces INTEGER NOT NULL CHECK (replaces IN (0, 1)),
        seals INTEGER NOT NULL CHECK (seals IN (0, 1)),
        deadline INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        writes INTEGER NOT NULL DEFAULT 0,
        reads INTEGER NOT NULL DEFAULT 0,
        milliseconds INTEGER NOT NULL DEFAULT 0,
        form TEXT CHECK (form IN ('full', 'short')),
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        CHECK ((action = 'write') = (copy_id IS NOT NULL)),
        CHECK ((action = 'write') = (code IS NOT NULL)),
        CHECK ((state IN ('waiting', 'writing', 'torn')) = (finished_at IS NULL)),
        CHECK ((state = 'writing') = (reader IS NOT NULL)),
        CHECK (state <> 'torn' OR has_begun = 1),
        CHECK (state <> 'expired' OR has_begun = 0)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_open_job_per_tag ON tag_write (uid) WHERE finished_at IS NULL;
      CREATE INDEX tag_write_created ON tag_write (created_at, id);
      CREATE INDEX tag_write_uid ON tag_write (uid);
      CREATE INDEX tag_write_copy ON tag_write (copy_id) WHERE copy_id IS NOT NULL;

      CREATE TABLE tag_queue (
        station TEXT PRIMARY KEY,
        seals INTEGER NOT NULL CHECK (seals IN (0, 1)),
        -- The job of the line whose turn it is.
        job_id TEXT REFERENCES tag_write (id),
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE tag_queue_line (
        station TEXT NOT NULL REFERENCES tag_queue (station) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        copy_id TEXT NOT NULL REFERENCES copy (id),
        -- A written tag lies there still; when it is taken away its line is done.
        state TEXT NOT NULL CHECK (state IN ('open', 'written', 'done', 'skipped')),
        PRIMARY KEY (station, position)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_line_per_copy ON tag_queue_line (station, copy_id);
      CREATE UNIQUE INDEX one_written_line ON tag_queue_line (station) WHERE state = 'written';
      CREATE INDEX tag_queue_open ON tag_queue_line (station, position) WHERE state IN ('open', 'written');

      CREATE TABLE station_new (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        mode TEXT NOT NULL CHECK (mode IN ('look-up', 'add', 'check-out', 'return', 'shelve', 'write', 'bind')),
        stage TEXT NOT NULL CHECK (stage IN ('idle', 'copy', 'slot', 'place', 'session', 'code', 'question')),
        copy_id TEXT REFERENCES copy (id),
        slot_id TEXT REFERENCES slot (id),
        place_id TEXT REFERENCES place (id),
        borrower_id TEXT REFERENCES borrower (id),
        code_class TEXT CHECK (code_class IN ('own', 'tag', 'gtin', 'text')),
        code_value TEXT,
        question TEXT,
        -- What was said yes to before, with commas.
        confirmed TEXT,
        ends_at INTEGER,
        CHECK ((stage IN ('copy', 'question')) = (copy_id IS NOT NULL)),
        CHECK ((stage = 'slot') = (slot_id IS NOT NULL)),
        CHECK ((stage = 'place') = (place_id IS NOT NULL)),
        CHECK ((stage = 'session') = (borrower_id IS NOT NULL)),
        CHECK ((stage IN ('code', 'question')) = (code_class IS NOT NULL)),
        CHECK ((code_class IS NULL) = (code_value IS NULL)),
        CHECK ((stage = 'question') = (question IS NOT NULL)),
        CHECK ((question IS NULL) = (confirmed IS NULL)),
        CHECK ((stage = 'idle') = (ends_at IS NULL))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO station_new (name, version, mode, stage, copy_id, slot_id, place_id, borrower_id, ends_at)
        SELECT name, version, mode, stage, copy_id, slot_id, place_id, borrower_id, ends_at FROM station;
      DROP TABLE station;
      ALTER TABLE station_new RENAME TO station;

      CREATE INDEX code_tag_bound ON code (copy_id) WHERE class = 'tag' AND ended_at IS NULL;
      """#)
}
