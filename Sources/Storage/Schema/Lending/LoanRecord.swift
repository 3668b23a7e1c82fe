package import Deadwax

extension Queryable {
  package func loan(_ id: Loan.ID) throws -> Loan? {
    try first("\(loanSelect) WHERE l.id = ?1", id, as: loan(from:))
  }

  /// Returns the open loan of a copy, or nil if there is none.
  package func openLoan(of copy: Copy.ID) throws -> Loan? {
    try first("\(loanSelect) WHERE l.copy_id = ?1 AND l.returned_at IS NULL", copy, as: loan(from:))
  }

  /// Returns the open loans of a borrower, ordered by due time.
  package func openLoans(of borrower: Borrower.ID) throws -> [Loan] {
    try all(
      "\(loanSelect) WHERE l.borrower_id = ?1 AND l.returned_at IS NULL ORDER BY l.due_at, l.id", borrower,
      as: loan(from:))
  }

  /// Returns the number of open loans.
  package func openLoans() throws -> Int {
    try first("SELECT count(*) FROM loan WHERE returned_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the number of loans that are overdue now.
  package func overdueLoans() throws -> Int {
    try first("SELECT count(*) FROM loan WHERE returned_at IS NULL AND due_at < ?1", now) {
      Int(try $0.integer(0))
    } ?? 0
  }

  /// Returns the number of a borrower's open loans that were due before a time.
  package func overdueLoans(of borrower: Borrower.ID, at time: Timestamp) throws -> Int {
    try first(
      "SELECT count(*) FROM loan l WHERE l.borrower_id = ?1 AND l.returned_at IS NULL AND l.due_at < ?2", borrower, time
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns at most `limit` loans of a copy, open or not, the newest first.
  package func loans(of copy: Copy.ID, limit: Int) throws -> [Loan] {
    try all(
      "\(loanSelect) WHERE l.copy_id = ?1 ORDER BY l.opened_at DESC, l.id DESC LIMIT ?2", copy, limit, as: loan(from:))
  }

  func loan(from row: Row) throws -> Loan {
    Loan(
      id: try row.id("id"), copy: try row.id("copy_id"), borrower: try row.optionalID("borrower_id"),
      openedAt: try row.time("opened_at"), dueAt: try row.time("due_at"),
      returnedAt: try row.optionalTime("returned_at"),
      renewals: Int(try row.integer("renewals")), parts: Int(try row.integer("parts")),
      claimedReturnedAt: try row.optionalTime("claimed_returned_at"), version: Int(try row.integer("version")),
      partsBack: try row.optionalInteger("parts_back").map(Int.init), renewedAt: try row.optionalTime("renewed_at"),
      overdueCharged: Int(try row.integer("overdue_charged")))
  }
}

/// The columns of the table `l` that `loan(from:)` reads.
let loanColumns = """
  l.id, l.copy_id, l.borrower_id, l.opened_at, l.due_at, l.returned_at, l.renewals, l.parts, l.claimed_returned_at,
    l.version, l.parts_back, l.renewed_at, \(overdueChargedColumn)
  """

let loanSelect = "SELECT \(loanColumns) FROM loan l"

/// The sum of the overdue fees of the loan `l` until now.
let overdueChargedColumn = """
  (SELECT coalesce(sum(o.amount), 0) FROM fee o WHERE o.loan_id = l.id AND o.kind = 'overdue') AS overdue_charged
  """

extension WriteTransaction {
  /// Opens a loan.
  ///
  /// - Throws: `.conflict` if the copy is on loan already.
  package func open(_ loan: Loan, at station: Station.Name) throws {
    snapshotAddition(.loan, loan.id.text)
    try run(
      """
      INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at, parts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, loan.id, loan.copy, loan.borrower, station.text, loan.openedAt, loan.dueAt, loan.parts)
  }

  /// Stores a loan of another library or program as it is, open or returned. One without a borrower counts as anonymised.
  ///
  /// - Parameters:
  ///   - loan: the loan; its version and its fees are not stored.
  ///   - station: the station that lent the copy.
  ///   - returnedStation: the station of the return; nil for an open loan.
  /// - Throws: `.conflict` if the copy is on loan already, and this loan is open.
  package func insert(_ loan: Loan, at station: Station.Name, returnedAt returnedStation: Station.Name?) throws {
    snapshotAddition(.loan, loan.id.text)
    try run(
      """
      INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at, parts, returned_at, returned_station,
        parts_back, renewals, renewed_at, claimed_returned_at, anonymised_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, loan.id, loan.copy, loan.borrower, station.text, loan.openedAt, loan.dueAt, loan.parts, loan.returnedAt,
      returnedStation?.text, loan.partsBack, loan.renewals, loan.renewedAt, loan.claimedReturnedAt,
      loan.borrower == nil ? now : nil)
  }

  /// Closes an open loan. The end is never before the start, even if a clock was set back or the return is back-dated.
  ///
  /// - Parameters:
  ///   - loan: the loan.
  ///   - station: the station of the return.
  ///   - time: the time of the return, for copies from the book drop. Nil or a later time means now.
  ///   - partsBack: the number of returned parts, nil for all.
  /// - Returns: true if the loan was open.
  /// - Throws: a `StorageError`.
  package func close(
    _ loan: Loan.ID, at station: Station.Name, returnedAt time: Timestamp? = nil, partsBack: Int? = nil
  ) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      """
      UPDATE loan SET returned_at = max(?2, opened_at), returned_station = ?3, parts_back = coalesce(?4, parts),
        version = version + 1
      WHERE id = ?1 AND returned_at IS NULL
      """, loan, time.map { min($0, now) } ?? now, station.text, partsBack) == 1
  }

  /// Ends an open loan whose copy is lost. The number of returned parts stays unchanged. Returns false if the loan is
  /// not open.
  package func lose(_ loan: Loan.ID, at station: Station.Name) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      """
      UPDATE loan SET returned_at = max(?2, opened_at), returned_station = ?3, version = version + 1
      WHERE id = ?1 AND returned_at IS NULL
      """, loan, now, station.text) == 1
  }

  /// Renews an open loan at a time, clamped to now at the latest. Returns false if the loan is not open.
  package func renew(_ loan: Loan.ID, dueAt due: Timestamp, at time: Timestamp) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      """
      UPDATE loan SET due_at = ?2, renewals = renewals + 1, renewed_at = ?3, version = version + 1
      WHERE id = ?1 AND returned_at IS NULL
      """, loan, due, min(time, now)) == 1
  }

  /// Sets the time since which the borrower claims to have returned the copy, or nil for no claim. Returns false if the
  /// loan is not open.
  package func setClaim(_ time: Timestamp?, on loan: Loan.ID) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      "UPDATE loan SET claimed_returned_at = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan,
      time) == 1
  }

  /// Sets the number of returned parts of a loan that stays open for the others. Returns false if the loan is not open.
  package func setPartsBack(_ parts: Int, of loan: Loan.ID) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      "UPDATE loan SET parts_back = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan, parts) == 1
  }

  /// Sets the due time. Returns false if the loan is not open.
  package func setDue(_ due: Timestamp, of loan: Loan.ID) throws -> Bool {
    try snapshot(.loan, loan.text)
    return try run(
      "UPDATE loan SET due_at = ?2, version = version + 1 WHERE id = ?1 AND returned_at IS NULL", loan, due) == 1
  }
}
