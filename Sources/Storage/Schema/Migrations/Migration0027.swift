extension Migration {
  /// Adds the comparison with the collection and the wantlist at Discogs, and what is written there.
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

      -- The one plan of what is written at Discogs: `number` counts the plans.
      CREATE TABLE discogs_push (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        number INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('planned', 'running', 'paused', 'stopped', 'done')),
        list TEXT NOT NULL CHECK (list IN ('collection', 'wishlist')),
        act TEXT NOT NULL CHECK (act IN ('add', 'remove')),
        -- The folder of the collection that gets what is added.
        folder INTEGER,
        user_name TEXT NOT NULL,
        remaining INTEGER NOT NULL,
        problem TEXT,
        planned_by TEXT,
        planned_at INTEGER NOT NULL,
        confirmed_by TEXT,
        confirmed_at INTEGER,
        modified_at INTEGER NOT NULL,
        version INTEGER NOT NULL DEFAULT 1
      ) STRICT;

      -- The steps of this plan. `sent_at` is stored before a request that changes something at Discogs.
      CREATE TABLE discogs_push_item (
        push INTEGER NOT NULL,
        position INTEGER NOT NULL,
        number INTEGER NOT NULL,
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        -- The instance in the collection: the one to remove, or the one that was added.
        instance INTEGER,
        folder INTEGER,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'already', 'failed')),
        sent_at INTEGER,
        problem TEXT,
        PRIMARY KEY (push, position)
      ) STRICT;
      """)
}
