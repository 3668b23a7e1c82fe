package import Deadwax

extension Queryable {
  /// A borrower, with the number of loans that are open.
  package func borrower(_ id: Borrower.ID) throws -> Borrower? {
    try first(
      """
      SELECT id, name, short_name, (SELECT count(*) FROM loan WHERE borrower_id = ?1 AND returned_at IS NULL)
      FROM borrower WHERE id = ?1
      """, id
    ) { row in
      Borrower(
        id: try row.id(0), name: try row.text(1), shortName: try row.text(2), openLoans: Int(try row.integer(3)))
    }
  }

  /// How many loans are open.
  package func openLoans() throws -> Int {
    try first("SELECT count(*) FROM loan WHERE returned_at IS NULL") { Int(try $0.integer(0)) } ?? 0
  }
}

extension WriteTransaction {
  package func insert(_ borrower: Borrower) throws {
    try run(
      "INSERT INTO borrower (id, name, short_name, created_at, modified_at) VALUES (?1, ?2, ?3, ?4, ?4)", borrower.id,
      borrower.name, borrower.shortName, now)
  }

  /// Opens a loan.
  ///
  /// - Throws: `constraintUnique` when the copy is out already.
  package func open(_ loan: Loan, at station: Station.Name) throws {
    try run(
      "INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      loan.id, loan.copy, loan.borrower, station.text, loan.openedAt, loan.dueAt)
  }

  /// Closes an open loan; false when it was not open any more. A clock that was set back does not make a loan end
  /// before it began.
  package func close(_ loan: Loan.ID, at station: Station.Name) throws -> Bool {
    try run(
      """
      UPDATE loan SET returned_at = max(?2, opened_at), returned_station = ?3 WHERE id = ?1 AND returned_at IS NULL
      """, loan, now, station.text) == 1
  }
}
