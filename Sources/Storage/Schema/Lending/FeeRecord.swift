package import Deadwax

extension Queryable {
  package func fee(_ id: Fee.ID) throws -> Fee? {
    try first("\(feeSelect) WHERE id = ?1", id, as: fee(from:))
  }

  /// Returns at most `limit` fees, the newest first.
  ///
  /// - Parameters:
  ///   - borrower: the borrower who owes the fees, nil for all.
  ///   - isOpen: true for only open fees, false for only settled ones, nil for all.
  ///   - cursor: the `at` and id of the last fee on the previous page, nil for the first page.
  ///   - limit: the maximum number of fees.
  /// - Returns: the fees.
  /// - Throws: a `StorageError`.
  package func fees(
    of borrower: Borrower.ID? = nil, isOpen: Bool? = nil, after cursor: ListCursor? = nil, limit: Int
  ) throws -> [Fee] {
    var list = conditions(of: borrower, isOpen: isOpen)
    list.add("(at, id) < (?, ?)", after: cursor)
    return try all("\(feeSelect) \(list.sql) ORDER BY at DESC, id DESC LIMIT ?", list.values + [limit], as: fee(from:))
  }

  /// Returns the number of fees in a list as above; nil for more than `ListTotal.limit`.
  package func feeTotal(of borrower: Borrower.ID? = nil, isOpen: Bool? = nil) throws -> Int? {
    try total(of: "fee", conditions(of: borrower, isOpen: isOpen))
  }

  private func conditions(of borrower: Borrower.ID?, isOpen: Bool?) -> ListConditions {
    var list = ListConditions()
    list.add("borrower_id = ?", ifGiven: borrower)
    if let isOpen { list.add(isOpen ? "settled_at IS NULL" : "settled_at IS NOT NULL") }
    return list
  }

  /// Returns the fees for a loan.
  package func fees(for loan: Loan.ID) throws -> [Fee] {
    try all("\(feeSelect) WHERE loan_id = ?1 ORDER BY at, id", loan, as: fee(from:))
  }

  /// Returns the fees for the loss of a copy that are open, or were paid and have no refund. Fees of anonymised
  /// borrowers are left out.
  package func lostFees(of copy: Copy.ID) throws -> [Fee] {
    try all(
      """
      \(feeSelect) WHERE kind = 'lost' AND borrower_id IS NOT NULL AND is_waived = 0
        AND loan_id IN (SELECT l.id FROM loan l WHERE l.copy_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM fee r WHERE r.refund_of = fee.id)
      ORDER BY at, id
      """, copy, as: fee(from:))
  }

  private func fee(from row: Row) throws -> Fee {
    Fee(
      id: try row.id("id"), borrower: try row.optionalID("borrower_id") ?? .absent, loan: try row.optionalID("loan_id"),
      kind: Fee.Kind(rawValue: try row.text("kind")) ?? .other, amount: Int(try row.integer("amount")),
      currency: try row.text("currency"), at: try row.time("at"), settledAt: try row.optionalTime("settled_at"),
      isWaived: try row.flag("is_waived"), note: try row.optionalText("note"),
      refundOf: try row.optionalID("refund_of"),
      version: Int(try row.integer("version")))
  }
}

private let feeSelect = """
  SELECT id, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note, version, refund_of FROM fee
  """

extension WriteTransaction {
  /// Adds a fee.
  ///
  /// - Throws: `.conflict` for a second refund of one fee.
  package func insert(_ fee: Fee) throws {
    try snapshot(.fee, fee.id.text)
    try run(
      """
      INSERT INTO fee (id, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note,
        refund_of)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """, fee.id, fee.borrower, fee.loan, fee.kind.rawValue, fee.amount, fee.currency, fee.at, fee.settledAt,
      fee.isWaived, fee.note, fee.refundOf)
  }

  /// Records that a fee was paid or waived. Returns false if it was settled already.
  package func settle(_ fee: Fee.ID, waived isWaived: Bool) throws -> Bool {
    try snapshot(.fee, fee.text)
    return try run(
      "UPDATE fee SET settled_at = ?2, is_waived = ?3, version = version + 1 WHERE id = ?1 AND settled_at IS NULL", fee,
      now, isWaived) == 1
  }
}
