extension Migration {
  /// Adds accounts of people. A sign-in of an account is a row of `token` with the account's id.
  static let accounts = Migration(
    name: "0013-accounts",
    sql: """
      CREATE TABLE account (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        name TEXT NOT NULL,
        -- The name in lower case.
        sign_in_name TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL CHECK (role IN ('reader-only', 'station', 'staff', 'admin')),
        -- An Argon2id hash with its salt and cost.
        passphrase TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        disabled_at INTEGER
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE token ADD COLUMN account_id TEXT REFERENCES account (id);
      ALTER TABLE token ADD COLUMN seen_at INTEGER;
      CREATE INDEX token_account ON token (account_id) WHERE account_id IS NOT NULL;
      """)
}
