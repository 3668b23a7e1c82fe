extension Migration {
  /// Adds the links of releases to external sources, the sources of covers, and the look-ups to MusicBrainz.
  static let sourceLinks = Migration(
    name: "0025-source-links",
    sql: """
      CREATE TABLE release_link (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        source TEXT NOT NULL CHECK (source IN ('discogs', 'musicbrainz', 'wikidata')),
        -- NULL if a person has stated that the source does not have the release.
        number TEXT,
        -- 1 if a person has set it: no answer of a source changes it.
        is_own INTEGER NOT NULL DEFAULT 0 CHECK (is_own IN (0, 1)),
        PRIMARY KEY (release_id, position),
        CHECK (number IS NOT NULL OR is_own = 1)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX release_link_number ON release_link (source, number);
      INSERT INTO release_link (release_id, position, source, number)
        SELECT id, 0, 'discogs', source_id FROM release WHERE source = 'discogs' AND source_id <> '';

      ALTER TABLE attachment ADD COLUMN source TEXT NOT NULL DEFAULT 'own'
        CHECK (source IN ('own', 'cover-art-archive'));
      -- The number of the release at the archive.
      ALTER TABLE attachment ADD COLUMN source_number TEXT;
      -- The number of the release at the archive whose cover a person has removed: it is not fetched again.
      ALTER TABLE release ADD COLUMN refused_cover TEXT;

      -- The next time at which MusicBrainz and the archive are asked about a release. It is no part of the history.
      CREATE TABLE musicbrainz_lookup (
        release_id TEXT PRIMARY KEY REFERENCES release (id) ON DELETE CASCADE,
        next_at INTEGER NOT NULL,
        -- The consecutive failures.
        failures INTEGER NOT NULL DEFAULT 0,
        last_error TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX musicbrainz_lookup_next ON musicbrainz_lookup (next_at, release_id);

      -- The time until which MusicBrainz is not asked, which holds after a restart too.
      CREATE TABLE musicbrainz_pause (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        until INTEGER NOT NULL
      ) STRICT;
      """)
}
