extension Migration {
  /// Stores the releases of the expected copies of stock-takes in a table of their own, so that a large set is stored fast.
  static let stockTakeReleases = Migration(
    name: "0051-stock-take-releases",
    sql: """
      -- An index of the lines would be changed all over by rows that come in the order of their copies, and each part of a
      -- start would write most of its pages again. The rows of this table come in the order of its key.
      CREATE TABLE stock_take_release (
        stock_take_id TEXT NOT NULL,
        release_id TEXT NOT NULL,
        copy_id TEXT NOT NULL,
        PRIMARY KEY (stock_take_id, release_id, copy_id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO stock_take_release (stock_take_id, release_id, copy_id)
      SELECT stock_take_id, release_id, copy_id FROM stock_take_line ORDER BY stock_take_id, release_id, copy_id;
      DROP INDEX stock_take_line_of_release;
      """)
}
