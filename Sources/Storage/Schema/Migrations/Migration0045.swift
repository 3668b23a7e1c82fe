extension Migration {
  /// Adds changes that are written in parts, and the progress of such a change. Until then a bulk change was one
  /// transaction, for which every other write waited.
  static let changeParts = Migration(
    name: "0045-change-parts",
    sql: """
      -- The change that this one is a part of. A change with parts has no rows of its own.
      ALTER TABLE change ADD COLUMN part_of TEXT;
      CREATE INDEX change_part ON change (part_of, sequence) WHERE part_of IS NOT NULL;

      -- A change that is written in parts, and how far it is. A row that is open at the start of the hub is from an
      -- interrupted run, and its parts are taken back. It is no part of the history, which has the changes themselves.
      CREATE TABLE parted_change (
        -- The id of the whole change.
        id TEXT PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('applying', 'applied', 'taking-back', 'taken-back')),
        -- The digest of the plan that a person confirmed; NULL for an undo.
        plan TEXT,
        -- The number of planned copies, of those that were reached, and of those that others had changed meanwhile.
        total INTEGER NOT NULL CHECK (total >= 0),
        done INTEGER NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND total),
        missed INTEGER NOT NULL DEFAULT 0 CHECK (missed BETWEEN 0 AND done),
        -- Why it is taken back, by which change, the last part that was taken back or undone, and the number of copies
        -- that stay as they are, because others changed them since.
        cause TEXT,
        undo TEXT,
        undone_to INTEGER,
        kept INTEGER NOT NULL DEFAULT 0,
        CHECK ((state IN ('taking-back', 'taken-back')) = (undo IS NOT NULL)),
        CHECK ((cause IS NOT NULL) = (undo IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX parted_change_open ON parted_change (id) WHERE state IN ('applying', 'taking-back');
      """)
}
