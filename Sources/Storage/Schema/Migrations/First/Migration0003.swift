extension Migration {
  /// Labels: the jobs that produced them, the content of each label, and the numbers reserved for them.
  static let labels = Migration(
    name: "0003-labels",
    sql: #"""
      CREATE TABLE label_job (
        id TEXT PRIMARY KEY,
        layout TEXT NOT NULL,
        form TEXT NOT NULL CHECK (form IN ('code-128', 'qr', 'ean-13')),
        resolution INTEGER NOT NULL CHECK (resolution > 0),
        start INTEGER NOT NULL CHECK (start > 0),
        -- How often each label is printed.
        copies_of_each INTEGER NOT NULL CHECK (copies_of_each > 0),
        state TEXT NOT NULL CHECK (state IN ('making', 'ready', 'failed')),
        sheets INTEGER NOT NULL,
        labels INTEGER NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        clean INTEGER NOT NULL DEFAULT 0,
        blur INTEGER NOT NULL DEFAULT 0,
        noise INTEGER NOT NULL DEFAULT 0,
        spread INTEGER NOT NULL DEFAULT 0,
        proven INTEGER NOT NULL DEFAULT 0,
        -- A JSON array of pairs: the subject and the reason.
        skipped TEXT NOT NULL DEFAULT '[]',
        has_cards INTEGER NOT NULL CHECK (has_cards IN (0, 1)),
        missing_glyphs INTEGER NOT NULL DEFAULT 0,
        problem TEXT,
        detail TEXT,
        -- The newest scan before the job: what was seen of its labels came later.
        scans_before INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        print_state TEXT CHECK (print_state IN ('printing', 'printed', 'failed')),
        printed_at INTEGER,
        print_output TEXT,
        print_code INTEGER,
        CHECK ((state = 'failed') = (problem IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX label_job_created ON label_job (created_at, id);

      CREATE TABLE label (
        job_id TEXT NOT NULL REFERENCES label_job (id) ON DELETE CASCADE,
        position INTEGER NOT NULL CHECK (position > 0),
        code TEXT,
        heading TEXT NOT NULL,
        details TEXT NOT NULL DEFAULT '[]',
        caption TEXT NOT NULL,
        -- The width of a module in pixels, as it was proven; NULL until then.
        module INTEGER,
        PRIMARY KEY (job_id, position)
      ) STRICT, WITHOUT ROWID;

      -- Numbers that were printed before they named anything: a blank that is scanned for the first time is known as ours.
      CREATE TABLE issued_code (
        value TEXT PRIMARY KEY,
        job_id TEXT NOT NULL,
        issued_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- What is printed for a place, a slot or a borrower is the code that names them already.
      CREATE INDEX IF NOT EXISTS code_place ON code (place_id) WHERE place_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS code_slot ON code (slot_id) WHERE slot_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS code_borrower ON code (borrower_id) WHERE borrower_id IS NOT NULL;
      """#)
}
