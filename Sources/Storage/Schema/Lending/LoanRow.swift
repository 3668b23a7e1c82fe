package import Deadwax

/// A loan with the names that a table of all loans has.
package struct LoanRow: Sendable {
  package var loan: Loan
  package var copyNumber: Int
  package var artist: String
  package var title: String
  /// Nil for a loan that was anonymised.
  package var borrowerName: String?
  package var station: String
  package var returnedStation: String?
}

extension Queryable {
  /// Passes on every loan, open or not, the oldest first. No list of them is made.
  package func forEachLoan(_ body: (LoanRow) throws -> Void) throws {
    try forEach(
      """
      SELECT \(loanColumns), c.number, r.artist, r.title, b.name AS borrower_name, l.station, l.returned_station
      FROM loan l JOIN copy c ON c.id = l.copy_id JOIN release r ON r.id = c.release_id
        LEFT JOIN borrower b ON b.id = l.borrower_id
      ORDER BY l.opened_at, l.id
      """, []
    ) { row in
      try body(
        LoanRow(
          loan: try loan(from: row), copyNumber: Int(try row.integer("number")), artist: try row.text("artist"),
          title: try row.text("title"), borrowerName: try row.optionalText("borrower_name"),
          station: try row.text("station"), returnedStation: try row.optionalText("returned_station")))
    }
  }
}
