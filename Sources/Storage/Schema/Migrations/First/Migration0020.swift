extension Migration {
  /// Adds the marks of edited fields, removed and merged releases, and the own facts of copies.
  static let editableRecords = Migration(
    name: "0020-editable-records",
    sql: """
      -- For each field that a person edited: the newest value of the source, as a JSON object.
      ALTER TABLE release ADD COLUMN edited TEXT NOT NULL DEFAULT '{}';
      -- A removed release remains as a row, since the history and the look-ups refer to it. No list has it.
      ALTER TABLE release ADD COLUMN removed_at INTEGER;
      -- The release that it was merged into.
      ALTER TABLE release ADD COLUMN merged_into TEXT REFERENCES release (id)
        CHECK (merged_into IS NULL OR removed_at IS NOT NULL);
      CREATE INDEX release_merged ON release (merged_into) WHERE merged_into IS NOT NULL;
      DROP INDEX release_created;
      -- With the column of its condition, so that the keys of a page are read from the index alone.
      CREATE INDEX release_created ON release (created_at, id, removed_at) WHERE removed_at IS NULL;
      CREATE INDEX release_barcode ON release (barcode) WHERE barcode IS NOT NULL;
      CREATE INDEX release_catalog_number ON release (catalog_number) WHERE catalog_number IS NOT NULL;
      CREATE INDEX release_not_found ON release (created_at, id) WHERE status = 'not-found' AND removed_at IS NULL;

      ALTER TABLE copy ADD COLUMN accession TEXT CHECK (accession IN ('bought', 'given', 'on-deposit'));
      ALTER TABLE copy ADD COLUMN acquired_from TEXT;
      -- Dates are days of the calendar, as YYYY-MM-DD.
      ALTER TABLE copy ADD COLUMN acquired_on TEXT;
      -- Amounts are in minor units of their currency.
      ALTER TABLE copy ADD COLUMN price INTEGER CHECK (price >= 0);
      ALTER TABLE copy ADD COLUMN price_currency TEXT CHECK ((price_currency IS NULL) = (price IS NULL));
      ALTER TABLE copy ADD COLUMN valuation INTEGER CHECK (valuation >= 0);
      ALTER TABLE copy ADD COLUMN valuation_currency TEXT CHECK ((valuation_currency IS NULL) = (valuation IS NULL));
      ALTER TABLE copy ADD COLUMN valued_on TEXT;
      ALTER TABLE copy ADD COLUMN valued_by TEXT;
      ALTER TABLE copy ADD COLUMN replacement INTEGER CHECK (replacement > 0);
      ALTER TABLE copy ADD COLUMN replacement_currency TEXT
        CHECK ((replacement_currency IS NULL) = (replacement IS NULL));
      -- Of the status lost, missing or withdrawn.
      ALTER TABLE copy ADD COLUMN status_on TEXT;
      ALTER TABLE copy ADD COLUMN status_reason TEXT;
      ALTER TABLE copy ADD COLUMN is_sold INTEGER NOT NULL DEFAULT 0 CHECK (is_sold IN (0, 1));
      CREATE INDEX copy_valued ON copy (number) WHERE valuation IS NOT NULL;
      """)
}
