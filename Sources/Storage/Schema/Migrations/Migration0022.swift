extension Migration {
  /// Adds attachments of releases and copies, with the covers among them.
  static let attachments = Migration(
    name: "0022-attachments",
    sql: """
      CREATE TABLE attachment (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        release_id TEXT REFERENCES release (id),
        copy_id TEXT REFERENCES copy (id),
        kind TEXT NOT NULL CHECK (kind IN ('picture', 'text', 'pdf')),
        -- The SHA-256 digest of the file in hexadecimal, which is its name in the folder of attachments.
        content TEXT NOT NULL CHECK (length(content) = 64),
        bytes INTEGER NOT NULL CHECK (bytes >= 0),
        width INTEGER,
        height INTEGER,
        name TEXT NOT NULL,
        is_cover INTEGER NOT NULL DEFAULT 0 CHECK (is_cover IN (0, 1)),
        created_at INTEGER NOT NULL,
        CHECK ((release_id IS NULL) <> (copy_id IS NULL)),
        CHECK ((kind = 'picture') = (width IS NOT NULL AND height IS NOT NULL)),
        CHECK (is_cover = 0 OR (kind = 'picture' AND release_id IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX attachment_release ON attachment (release_id, id) WHERE release_id IS NOT NULL;
      CREATE INDEX attachment_copy ON attachment (copy_id, id) WHERE copy_id IS NOT NULL;
      CREATE INDEX attachment_content ON attachment (content, bytes);
      CREATE UNIQUE INDEX one_cover_per_release ON attachment (release_id) WHERE is_cover = 1;
      """)
}
