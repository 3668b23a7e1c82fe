extension Migration {
  /// Adds the links to the pages of borrowers.
  static let borrowerLinks = Migration(
    name: "0015-borrower-links",
    sql: """
      CREATE TABLE borrower_link (
        borrower_id TEXT PRIMARY KEY REFERENCES borrower (id),
        -- The hash of the token in the link.
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        ends_at INTEGER NOT NULL CHECK (ends_at > created_at)
      ) STRICT, WITHOUT ROWID;
      """)
}
