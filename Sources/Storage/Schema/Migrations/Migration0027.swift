extension Migration {
  /// Adds the comparison with the collection and the wantlist at Discogs.
  static let discogsComparison = Migration(
    name: "0027-discogs-comparison",
    sql: """
      -- The instance of this copy in the collection at Discogs.
      ALTER TABLE copy ADD COLUMN discogs_instance INTEGER;

      -- The one comparison: `list` and `page` are the last page that was read.
      CREATE TABLE discogs_comparison (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'done')),
        user_name TEXT,
        list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
        page INTEGER NOT NULL,
        items INTEGER NOT NULL,
        total INTEGER NOT NULL,
        problem TEXT,
        started_by TEXT,
        started_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        version INTEGER NOT NULL DEFAULT 1
      ) STRICT;

      -- What the lists at Discogs had at the newest comparison.
      CREATE TABLE discogs_item (
        list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
        -- The number of the instance, or of the release on the wantlist.
        instance INTEGER NOT NULL,
        number INTEGER NOT NULL,
        folder INTEGER,
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        PRIMARY KEY (list, instance)
      ) STRICT;
      """)
}
