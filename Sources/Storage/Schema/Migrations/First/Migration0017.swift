extension Migration {
  /// Adds the authors of tag writes and labels.
  static let orders = Migration(
    name: "0017-orders",
    sql: """
      -- The person or program that ordered it; NULL for a station's own.
      ALTER TABLE tag_write ADD COLUMN by TEXT;
      ALTER TABLE tag_queue ADD COLUMN by TEXT;
      ALTER TABLE label_job ADD COLUMN by TEXT;
      ALTER TABLE label_job ADD COLUMN station TEXT;
      CREATE INDEX tag_write_by ON tag_write (by) WHERE by IS NOT NULL;
      """)
}
