extension Migration {
  /// Refunds of fees, and repeated overdue fees for a loan that was renewed while overdue.
  static let refunds = Migration(
    name: "0008-refunds",
    sql: """
      CREATE TABLE fee_with_refunds (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL DEFAULT 1,
        borrower_id TEXT REFERENCES borrower (id),
        loan_id TEXT REFERENCES loan (id),
        kind TEXT NOT NULL CHECK (kind IN ('overdue', 'lost', 'parts', 'damage', 'other', 'refund')),
        -- In minor units of the currency.
        amount INTEGER NOT NULL CHECK (amount > 0),
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        at INTEGER NOT NULL,
        settled_at INTEGER,
        is_waived INTEGER NOT NULL DEFAULT 0 CHECK (is_waived IN (0, 1)),
        note TEXT,
        -- The fee that was paid and is owed back.
        refund_of TEXT REFERENCES fee (id),
        CHECK (is_waived = 0 OR settled_at IS NOT NULL),
        CHECK (borrower_id IS NOT NULL OR settled_at IS NOT NULL),
        CHECK ((kind = 'refund') = (refund_of IS NOT NULL))
      ) STRICT, WITHOUT ROWID;
      INSERT INTO fee_with_refunds (id, version, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note)
        SELECT id, version, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note FROM fee;
      DROP TABLE fee;
      ALTER TABLE fee_with_refunds RENAME TO fee;
      CREATE INDEX fee_borrower ON fee (borrower_id, amount) WHERE settled_at IS NULL;
      CREATE INDEX fee_of_borrower ON fee (borrower_id, at) WHERE borrower_id IS NOT NULL;
      CREATE INDEX fee_open ON fee (at) WHERE settled_at IS NULL;
      CREATE INDEX fee_at ON fee (at);
      CREATE INDEX fee_loan ON fee (loan_id) WHERE loan_id IS NOT NULL;
      CREATE INDEX fee_settled_named ON fee (settled_at) WHERE settled_at IS NOT NULL AND borrower_id IS NOT NULL;
      CREATE UNIQUE INDEX one_refund_per_fee ON fee (refund_of) WHERE refund_of IS NOT NULL;
      """)
}
