package import Deadwax

extension Queryable {
  package func fee(_ id: Fee.ID) throws -> Fee? {
    try first("\(feeSelect) WHERE id = ?1", id, as: fee(from:))
  }

  /// At most `limit` fees, the newest first.
  ///
  /// - Parameters:
  ///   - borrower: only those of one.
  ///   - isOpen: only those that are not paid, or only those that are; nil for all.
  ///   - cursor: of the last fee of the page before, its `at` and id.
  ///   - limit: how many at most.
  /// - Returns: the fees.
  /// - Throws: a `StorageError`.
  package func fees(
    of borrower: Borrower.ID? = nil, isOpen: Bool? = nil, after cursor: ListCursor? = nil, limit: Int
  ) throws -> [Fee] {
    var list = ListConditions()
    list.add("borrower_id = ?", ifGiven: borrower)
    if let isOpen { list.add(isOpen ? "settled_at IS NULL" : "settled_at IS NOT NULL") }
    list.add("(at, id) < (?, ?)", after: cursor)
    return try all("\(feeSelect) \(list.sql) ORDER BY at DESC, id DESC LIMIT ?", list.values + [limit], as: fee(from:))
  }

  /// What was charged for a loan.
  package func fees(for loan: Loan.ID) throws -> [Fee] {
    try all("\(feeSelect) WHERE loan_id = ?1 ORDER BY at, id", loan, as: fee(from:))
  }

  private func fee(from row: Row) throws -> Fee {
    Fee(
      id: try row.id(0), borrower: try row.optionalID(1) ?? .nobody, loan: try row.optionalID(2),
      kind: Fee.Kind(rawValue: try row.text(3)) ?? .other, amount: Int(try row.integer(4)),
      currency: try row.text(5), at: try row.time(6), settledAt: try row.optionalTime(7),
      isWaived: try row.flag(8), note: try row.optionalText(9), version: Int(try row.integer(10)))
  }
}

private let feeSelect = """
  SELECT id, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note, version FROM fee
  """

extension WriteTransaction {
  /// Charges a fee.
  ///
  /// - Throws: `constraintUnique` when it is for being overdue, and the loan has been charged for that already.
  package func insert(_ fee: Fee) throws {
    try touch(.fee, fee.id.text)
    try run(
      """
      INSERT INTO fee (id, borrower_id, loan_id, kind, amount, currency, at, settled_at, is_waived, note)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, fee.id, fee.borrower, fee.loan, fee.kind.rawValue, fee.amount, fee.currency, fee.at, fee.settledAt,
      fee.isWaived, fee.note)
  }

  /// Notes that a fee was paid, or let off; false when that was done already.
  package func settle(_ fee: Fee.ID, waived isWaived: Bool) throws -> Bool {
    try touch(.fee, fee.text)
    return try run(
      "UPDATE fee SET settled_at = ?2, is_waived = ?3, version = version + 1 WHERE id = ?1 AND settled_at IS NULL", fee,
      now, isWaived) == 1
  }
}
