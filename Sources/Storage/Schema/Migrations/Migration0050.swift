extension Migration {
  /// Orders the expected sets of stock-takes by their copies, so that a large one is stored fast and in parts.
  static let stockTakeLines = Migration(
    name: "0050-stock-take-lines",
    sql: """
      -- Without a reference to the stock-take: the lines of a large one are stored in parts before it is visible. The rows
      -- are written in the order of both keys, so that each part changes few pages of the file.
      CREATE TABLE stock_take_line_new (
        stock_take_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        copy_id TEXT NOT NULL,
        copy_version INTEGER NOT NULL,
        release_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        code TEXT NOT NULL,
        title TEXT NOT NULL,
        artist TEXT NOT NULL,
        shelf_mark TEXT,
        place_id TEXT,
        place_name TEXT,
        slot_number INTEGER,
        expectation TEXT NOT NULL CHECK (expectation IN ('present', 'on-loan', 'missing')),
        PRIMARY KEY (stock_take_id, copy_id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO stock_take_line_new (stock_take_id, position, copy_id, copy_version, release_id, number, code, title,
        artist, shelf_mark, place_id, place_name, slot_number, expectation)
      SELECT stock_take_id, position, copy_id, copy_version, release_id, number, code, title, artist, shelf_mark, place_id,
        place_name, slot_number, expectation
      FROM stock_take_line;
      DROP TABLE stock_take_line;
      ALTER TABLE stock_take_line_new RENAME TO stock_take_line;
      CREATE INDEX stock_take_line_of_release ON stock_take_line (stock_take_id, release_id, copy_id);
      """)
}
