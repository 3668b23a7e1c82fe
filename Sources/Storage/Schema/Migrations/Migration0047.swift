extension Migration {
  /// Adds longer beginnings of words to the search index, and to each word the fields that have it.
  ///
  /// The program folds the words, so a background job builds the index again.
  static let searchBeginnings = Migration(
    name: "0047-search-beginnings",
    sql: """
      -- Every word that a release has or had, so that the beginning of a word becomes the words that there are. `fields`
      -- has a bit for each field in which the word is or was. The number counts the words in the order in which they
      -- came, so that a reader finds the new ones.
      DROP TABLE release_word;
      CREATE TABLE release_word (
        word TEXT PRIMARY KEY,
        fields INTEGER NOT NULL,
        number INTEGER NOT NULL UNIQUE
      ) STRICT, WITHOUT ROWID;

      DELETE FROM release_search;
      INSERT INTO release_token (release_token) VALUES ('delete-all');
      UPDATE job SET position = 0 WHERE name = 'search-index' AND EXISTS (SELECT 1 FROM release);
      """)
}
