extension Migration {
  /// Adds templates of notices, telephone numbers, and the way of a notice. Notices are also about expired holds.
  static let notices = Migration(
    name: "0014-notices",
    sql: """
      ALTER TABLE borrower ADD COLUMN phone TEXT;

      CREATE TABLE notice_template (
        -- The kind and the language, such as hold-ready.en.
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        subject TEXT NOT NULL,
        body TEXT NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE reminder_new (
        id TEXT PRIMARY KEY,
        loan_id TEXT REFERENCES loan (id) ON DELETE CASCADE,
        hold_id TEXT REFERENCES hold (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('due-soon', 'overdue', 'hold-ready', 'hold-expired')),
        way TEXT NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'text', 'print')),
        -- Until when: a loan that was renewed has another reminder.
        due_at INTEGER NOT NULL,
        -- Days after the due date, for one of several reminders of the same loan.
        stage INTEGER NOT NULL DEFAULT 0,
        claimed_at INTEGER NOT NULL,
        sent_at INTEGER,
        failed_at INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        CHECK ((loan_id IS NULL) <> (hold_id IS NULL)),
        CHECK ((kind IN ('hold-ready', 'hold-expired')) = (hold_id IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO reminder_new (id, loan_id, hold_id, kind, due_at, stage, claimed_at, sent_at, failed_at, attempts, error)
        SELECT id, loan_id, hold_id, kind, due_at, stage, claimed_at, sent_at, failed_at, attempts, error FROM reminder;
      DROP TABLE reminder;
      ALTER TABLE reminder_new RENAME TO reminder;
      CREATE UNIQUE INDEX one_reminder_per_loan ON reminder (loan_id, kind, due_at, stage) WHERE loan_id IS NOT NULL;
      CREATE UNIQUE INDEX one_reminder_per_hold ON reminder (hold_id, kind, due_at) WHERE hold_id IS NOT NULL;
      CREATE INDEX reminder_unsent ON reminder (claimed_at, id) WHERE sent_at IS NULL;
      CREATE INDEX hold_ended_ready ON hold (closed_at) WHERE ready_copy_id IS NOT NULL;
      CREATE INDEX hold_expired ON hold (closed_at) WHERE state = 'expired';
      CREATE INDEX reminder_claimed ON reminder (claimed_at, id);
      """)
}
