extension Migration {
  /// Adds acts of access to the history, locked screens, and accounts that sign in by card and PIN.
  static let accessHistory = Migration(
    name: "0016-access-history",
    sql: """
      ALTER TABLE change ADD COLUMN act TEXT;
      ALTER TABLE change ADD COLUMN subject TEXT;
      ALTER TABLE change ADD COLUMN detail TEXT;
      ALTER TABLE change ADD COLUMN origin TEXT;
      ALTER TABLE change ADD COLUMN times INTEGER;
      CREATE INDEX change_access ON change (sequence) WHERE act IS NOT NULL;
      CREATE INDEX change_act ON change (act, at) WHERE act IS NOT NULL;
      CREATE INDEX change_by ON change (by, sequence) WHERE by IS NOT NULL;

      -- 'token': made locked; 'screen': made by locking a screen.
      ALTER TABLE token ADD COLUMN locked TEXT CHECK (locked IN ('token', 'screen'));

      ALTER TABLE account ADD COLUMN borrower_id TEXT REFERENCES borrower (id);
      CREATE UNIQUE INDEX account_borrower ON account (borrower_id) WHERE borrower_id IS NOT NULL;
      """)
}
