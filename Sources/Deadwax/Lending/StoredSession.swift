/// The stored record of one borrower's session at a station, which its receipt lists.
package struct StoredSession: Hashable, Sendable {
  package typealias ID = Identifier<StoredSession>

  package var id: ID
  package var station: Station.Name
  /// The borrower; nil once the session was anonymised.
  package var borrower: Borrower.ID?
  package var beganAt: Timestamp
  package var endedAt: Timestamp?

  package init(id: ID, station: Station.Name, borrower: Borrower.ID?, beganAt: Timestamp, endedAt: Timestamp? = nil) {
    self.id = id
    self.station = station
    self.borrower = borrower
    self.beganAt = beganAt
    self.endedAt = endedAt
  }

  /// A line of the receipt.
  package struct Line: Hashable, Sendable {
    /// The type of the line. The raw value is stored in the database.
    package enum Kind: String, CaseIterable, Codable, Sendable { case lent, renewed, returned }

    package var kind: Kind
    package var loan: Loan.ID
    /// The new due time; nil for a return.
    package var dueAt: Timestamp?

    package init(kind: Kind, loan: Loan.ID, dueAt: Timestamp? = nil) {
      self.kind = kind
      self.loan = loan
      self.dueAt = dueAt
    }
  }
}
