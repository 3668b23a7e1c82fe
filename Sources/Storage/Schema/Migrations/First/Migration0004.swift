extension Migration {
  /// Responses stored for a day, so that a repeated request is not carried out again.
  static let storedResponses = Migration(
    name: "0004-kept-answers",
    sql: """
      -- Both digests stand for what must not be kept: who asked, and with what words.
      CREATE TABLE kept_answer (
        id TEXT PRIMARY KEY,
        request TEXT NOT NULL,
        status INTEGER NOT NULL CHECK (status BETWEEN 200 AND 299),
        location TEXT,
        body TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX kept_answer_at ON kept_answer (at);
      """)
}
