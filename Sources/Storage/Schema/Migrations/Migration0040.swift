extension Migration {
  /// Adds the tags that people put on releases, and what the search for past loans needs: an index of their beginnings.
  static let tagsAndPastLoans = Migration(
    name: "0040-tags-and-past-loans",
    sql: """
      -- Words that people put on a release; no NFC tags. `key` has the folded words, by which tags are compared.
      CREATE TABLE release_tag (
        release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        key TEXT NOT NULL CHECK (key <> ''),
        word TEXT NOT NULL,
        PRIMARY KEY (release_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX one_release_tag_per_key ON release_tag (release_id, key);
      CREATE INDEX release_tag_key ON release_tag (key, word, release_id);

      -- It has the copy, so that the releases of a time are found without the loans themselves.
      CREATE INDEX loan_opened ON loan (opened_at, copy_id);
      """)
}
