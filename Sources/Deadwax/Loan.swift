/// A person who may borrow. Where people look on, only the short name is shown.
package struct Borrower: Hashable, Sendable {
  package typealias ID = Identifier<Borrower>

  package var id: ID
  package var name: String
  package var shortName: String
  package var openLoans: Int

  package init(id: ID, name: String, shortName: String, openLoans: Int = 0) {
    self.id = id
    self.name = name
    self.shortName = shortName
    self.openLoans = openLoans
  }
}

/// A copy out with a borrower until a due time.
package struct Loan: Hashable, Sendable {
  package typealias ID = Identifier<Loan>

  package var id: ID
  package var copy: Copy.ID
  package var borrower: Borrower.ID
  package var openedAt: Timestamp
  package var dueAt: Timestamp

  package init(id: ID, copy: Copy.ID, borrower: Borrower.ID, openedAt: Timestamp, dueAt: Timestamp) {
    self.id = id
    self.copy = copy
    self.borrower = borrower
    self.openedAt = openedAt
    self.dueAt = dueAt
  }
}
