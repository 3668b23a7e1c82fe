package import Deadwax

extension Queryable {
  package func loan(_ id: Loan.ID) throws -> Loan? {
    try first("\(loanSelect) WHERE l.id = ?1", id, as: loan(from:))
  }

  /// The loan by which a copy is out; nil when it is not.
  package func openLoan(of copy: Copy.ID) throws -> Loan? {
    try first("\(loanSelect) WHERE l.copy_id = ?1 AND l.returned_at IS NULL", copy, as: loan(from:))
  }

  /// What a borrower has, what is due first at the front.
  package func openLoans(of borrower: Borrower.ID) throws -> [Loan] {
    try all(
      "\(loanSelect) WHERE l.borrower_id = ?1 AND l.returned_at IS NULL ORDER BY l.due_at, l.id", borrower,
      as: loan(from:))
  }

  /// How many loans are open.
  package func openLoans() throws -> Int {
    try first("SELECT count(*) FROM loan WHERE returned_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  /// How many loans are overdue now.
  package func overdueLoans() throws -> Int {
    try first("SELECT count(*) FROM loan WHERE returned_at IS NULL AND due_at < ?1", now) {
      Int(try $0.integer(0))
    } ?? 0
  }

  /// The loans of a copy, the newest first, open or not.
  package func loans(of copy: Copy.ID, limit: Int) throws -> [Loan] {
    try all(
      "\(loanSelect) WHERE l.copy_id = ?1 ORDER BY l.opened_at DESC, l.id DESC LIMIT ?2", copy, limit, as: loan(from:))
  }

  func loan(from row: Row) throws -> Loan {
    Loan(
      id: try row.id(0), copy: try row.id(1), borrower: try row.optionalID(2), openedAt: try row.time(3),
      dueAt: try row.time(4), returnedAt: try row.optionalTime(5), renewals: Int(try row.integer(6)),
      parts: Int(try row.integer(7)), claimedReturnedAt: try row.optionalTime(8), version: Int(try row.integer(9)),
      partsBack: try row.optionalInteger(10).map(Int.init), renewedAt: try row.optionalTime(11))
  }
}

let loanSelect = """
  SELECT l.id, l.copy_id, l.borrower_id, l.opened_at, l.due_at, l.returned_at, l.renewals, l.parts,
    l.claimed_returned_at, l.version, l.parts_back, l.renewed_at
  FROM loan l
  """

extension WriteTransaction {
  /// Opens a loan.
  ///
  /// - Throws: `constraintUnique` when the copy is out already.
  package func open(_ loan: Loan, at station: Station.Name) throws {
    try touch(.loan, loan.id.text)
    try run(
      """
      INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at, parts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, loan.id, loan.copy, loan.borrower, station.text, loan.openedAt, loan.dueAt, loan.parts)
  }

  /// Closes an open loan; false when it was not open any more. Neither a clock that was set back nor a back-dated
  /// return makes a loan end before it began.
  ///
  /// - Parameters:
  ///   - loan: which.
  ///   - station: where it came back.
  ///   - time: when it came back, for what was left in the book drop; nil, or a time to come, is now.
  ///   - partsBack: how many of its parts came back; nil for all.
  /// - Returns: whether it was open.
  /// - Throws: a `StorageError`.
  package func close(
    _ loan: Loan.ID, at station: Station.Name, returnedAt time: Timestamp? = nil, partsBack: Int? = nil
  ) throws -> Bool {
    try touch(.loan, loan.text)
    return try run(
      """
      UPDATE loan SET returned_at = max(?2, opened_at), returned_station = ?3, parts_back = coalesce(?4, parts),
        version = version + 1
      WHERE id = ?1 AND returned_at IS NULL
      """, loan, time.map { min($0, now) } ?? now, station.text, partsBack) == 1
  }

  /// Renews an open loan; false when it is not open.
  package func renew(_ loan: Loan.ID, dueAt due: Timestamp) throws -> Bool {
    try touch(.loan, loan.text)
    return try run(
      """
      UPDATE loan SET due_at = ?2, renewals = renewals + 1, renewed_at = ?3, version = version + 1
      WHERE id = ?1 AND returned_at IS NULL
      """, loan, due, now) == 1
  }

  /// Notes since when the borrower says that it was given back, or nil for no such claim; false when it is not open.
  package func setClaim(_ time: Timestamp?, on loan: Loan.ID) throws -> Bool {
    try touch(.loan, loan.text)
    return try run(
      "UPDATE loan SET claimed_returned_at = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan,
      time) == 1
  }

  /// Notes how many parts are back of a loan that stays open for the others; false when it is not open.
  package func setPartsBack(_ parts: Int, of loan: Loan.ID) throws -> Bool {
    try touch(.loan, loan.text)
    return try run(
      "UPDATE loan SET parts_back = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan, parts) == 1
  }

  /// Sets another due time; false when it is not open.
  package func setDue(_ due: Timestamp, of loan: Loan.ID) throws -> Bool {
    try touch(.loan, loan.text)
    return try run(
      "UPDATE loan SET due_at = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan, due) == 1
  }
}
