extension Migration {
  /// Replaces the search index of artists and titles by one of all that describes a release.
  ///
  /// The program folds the words, so a background job adds the existing releases; the list of releases does not need
  /// the index meanwhile.
  static let searchIndex = Migration(
    name: "0031-search-index",
    sql: """
      DROP TABLE release_trigram;
      DROP TABLE release_search;

      -- By what a release is found. The number is the time at which it was added, in milliseconds, times 2^20, below
      -- zero, and counted on within the millisecond: the order of the list, newest first. `words` has the folded words
      -- of each field, each after the sign of its field. The keys sort by artist, title and label; a year of 0 is
      -- unknown.
      CREATE TABLE release_search (
        number INTEGER PRIMARY KEY,
        release_id TEXT NOT NULL UNIQUE REFERENCES release (id),
        words TEXT NOT NULL,
        artist_key TEXT NOT NULL,
        title_key TEXT NOT NULL,
        label_key TEXT NOT NULL,
        year INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX release_search_artist ON release_search (artist_key);
      CREATE INDEX release_search_title ON release_search (title_key);
      CREATE INDEX release_search_label ON release_search (label_key);
      CREATE INDEX release_search_year ON release_search (year);

      -- The sets of words of the rows above, without their texts. `ascii` takes every other character for a letter, so
      -- that it divides words as the program does.
      CREATE VIRTUAL TABLE release_token USING fts5 (
        words, content = '', columnsize = 0, detail = 'none', tokenize = 'ascii'
      );
      -- A merge of everything in one commit would make a scan wait.
      INSERT INTO release_token (release_token, rank) VALUES ('automerge', 8);

      -- Every word that a release has or had, so that the beginning of a word becomes the words that there are.
      CREATE TABLE release_word (
        word TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX copy_without_place ON copy (release_id) WHERE place_id IS NULL;

      -- The position of the job that adds the existing releases: below zero if all are in the index.
      INSERT INTO job (name, position)
        SELECT 'search-index', CASE WHEN EXISTS (SELECT 1 FROM release) THEN 0 ELSE -1 END;
      """)
}
