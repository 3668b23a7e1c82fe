/// One session of a borrower at a desk: what its receipt lists.
package struct Visit: Hashable, Sendable {
  package typealias ID = Identifier<Visit>

  package var id: ID
  package var station: Station.Name
  /// Nil once the visit was made anonymous.
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

  /// One line of the receipt.
  package struct Line: Hashable, Sendable {
    /// The raw value stands in the database.
    package enum Kind: String, CaseIterable, Codable, Sendable { case lent, renewed, returned }

    package var kind: Kind
    package var loan: Loan.ID
    /// When it is due from then on; nil for what came back.
    package var dueAt: Timestamp?

    package init(kind: Kind, loan: Loan.ID, dueAt: Timestamp? = nil) {
      self.kind = kind
      self.loan = loan
      self.dueAt = dueAt
    }
  }
}
