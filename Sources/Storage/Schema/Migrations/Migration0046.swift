extension Migration {
  /// Adds what the merge of two libraries needs: the ids that a record has in other libraries, and the time of the last
  /// change of every row that people edit.
  static let mergedIDs = Migration(
    name: "0046-merged-ids",
    sql: """
      -- A record that two libraries have is one record, which answers to the ids of both.
      CREATE TABLE merged_id (
        id TEXT PRIMARY KEY,
        table_name TEXT NOT NULL,
        record_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX merged_id_record ON merged_id (table_name, record_id);

      ALTER TABLE place ADD COLUMN modified_at INTEGER NOT NULL DEFAULT 0;
      UPDATE place SET modified_at = created_at;
      ALTER TABLE crate ADD COLUMN modified_at INTEGER NOT NULL DEFAULT 0;
      UPDATE crate SET modified_at = created_at;
      ALTER TABLE smart_collection ADD COLUMN modified_at INTEGER NOT NULL DEFAULT 0;
      UPDATE smart_collection SET modified_at = created_at;
      """)
}
