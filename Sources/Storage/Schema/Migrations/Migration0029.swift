extension Migration {
  /// Adds the links that stations show at the end of a session, beside those that staff create.
  static let sessionLinks = Migration(
    name: "0029-session-links",
    sql: """
      CREATE TABLE borrower_link_new (
        borrower_id TEXT NOT NULL REFERENCES borrower (id),
        kind TEXT NOT NULL CHECK (kind IN ('staff', 'session')),
        -- The session whose station showed it. Its record may be deleted before the link ends.
        session_id TEXT CHECK ((kind = 'session') = (session_id IS NOT NULL)),
        -- The hash of the token in the link.
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
        PRIMARY KEY (borrower_id, kind)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO borrower_link_new (borrower_id, kind, hash, created_at, ends_at)
        SELECT borrower_id, 'staff', hash, created_at, ends_at FROM borrower_link;
      DROP TABLE borrower_link;
      ALTER TABLE borrower_link_new RENAME TO borrower_link;
      """)
}
