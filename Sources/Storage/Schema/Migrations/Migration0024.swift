extension Migration {
  /// Adds the scan target to look-ups, and the index for the wish list in the order of the lists.
  static let scanTargets = Migration(
    name: "0024-scan-targets",
    sql: """
      -- The target of the station that scanned, at that time.
      ALTER TABLE lookup_job ADD COLUMN target TEXT NOT NULL DEFAULT 'any' CHECK (target IN ('any', 'cd', 'vinyl'));

      CREATE INDEX release_wish ON release (created_at, id, removed_at)
        WHERE wished_at IS NOT NULL AND removed_at IS NULL;
      """)
}
