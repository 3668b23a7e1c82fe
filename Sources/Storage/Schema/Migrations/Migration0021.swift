extension Migration {
  /// Adds the further details of a release, and the numbers by which it is found.
  static let releaseDetails = Migration(
    name: "0021-release-details",
    sql: """
      -- The source's number of the master, which stands for all editions.
      ALTER TABLE release ADD COLUMN master_id TEXT;
      -- The source's name and number of the artist, and the positions of the tracks that the credit is for.
      ALTER TABLE artist_credit ADD COLUMN listed_as TEXT;
      ALTER TABLE artist_credit ADD COLUMN tracks TEXT;
      ALTER TABLE artist_credit ADD COLUMN artist_id TEXT;

      CREATE TABLE company_credit (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('series', 'company')),
        name TEXT NOT NULL,
        number TEXT,
        role TEXT,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      -- `track` is the position of the row in `track`.
      CREATE TABLE track_credit (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        track INTEGER NOT NULL,
        name TEXT NOT NULL,
        join_phrase TEXT,
        role TEXT,
        listed_as TEXT,
        tracks TEXT,
        artist_id TEXT,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;

      -- The numbers by which a release is found. `key` is the number in capitals without blanks and punctuation, from the
      -- beginning of each of its words; `value` is the number as printed. The program writes it, as it does
      -- `release_search`.
      CREATE TABLE release_number (
        key TEXT NOT NULL,
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('barcode', 'catalog-number', 'matrix')),
        value TEXT NOT NULL,
        PRIMARY KEY (key, release_id, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX release_number_release ON release_number (release_id);
      \(ReleaseNumbers.insertion(of: ""))

      CREATE INDEX release_medium ON release (medium, created_at, id, removed_at) WHERE removed_at IS NULL;
      CREATE INDEX release_other_media ON release (created_at, id, removed_at)
        WHERE medium NOT IN ('cd', 'vinyl') AND removed_at IS NULL;
      """)
}
