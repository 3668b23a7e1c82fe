extension Migration {
  /// The part of `lendingTables` that creates the search index of releases and adds the existing releases to it.
  static let searchOfReleases = #"""

    -- By what a release is found: its artist and title as one text. The number is the time at which it was added, in
    -- milliseconds, times 2^20, below zero, and counted on within the millisecond: the order of the list, newest first.
    CREATE TABLE release_search (
      number INTEGER PRIMARY KEY,
      release_id TEXT NOT NULL UNIQUE REFERENCES release (id),
      words TEXT NOT NULL
    ) STRICT;
    INSERT INTO release_search (number, release_id, words)
      SELECT row_number() OVER (PARTITION BY created_at ORDER BY id DESC) - 1 - (created_at << 20), id,
        artist || ' ' || title
      FROM release ORDER BY created_at DESC;
    -- What is written is kept in it by the program: it can stand in no trigger where the schema is not trusted.
    CREATE VIRTUAL TABLE release_trigram USING fts5 (
      words, content = 'release_search', content_rowid = 'number', tokenize = 'trigram', detail = 'none', columnsize = 0
    );
    INSERT INTO release_trigram (release_trigram) VALUES ('rebuild');
    """#
}
