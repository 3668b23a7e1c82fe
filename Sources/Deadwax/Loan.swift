/// A copy out with a borrower until a due time.
package struct Loan: Hashable, Sendable {
  package typealias ID = Identifier<Loan>

  package var id: ID
  package var copy: Copy.ID
  /// Who has it; nil only for a loan that is over and was made anonymous.
  package var borrower: Borrower.ID?
  package var openedAt: Timestamp
  package var dueAt: Timestamp
  package var returnedAt: Timestamp?
  package var renewals: Int
  /// How many parts went out with it.
  package var parts: Int
  /// Since when the borrower says that it was given back; nil for no such claim.
  package var claimedReturnedAt: Timestamp?
  package var version: Int
  /// How many of its parts are back; nil while it is out and none is.
  package var partsBack: Int?
  /// When it was renewed last.
  package var renewedAt: Timestamp?

  package init(
    id: ID, copy: Copy.ID, borrower: Borrower.ID?, openedAt: Timestamp, dueAt: Timestamp, returnedAt: Timestamp? = nil,
    renewals: Int = 0, parts: Int = 1, claimedReturnedAt: Timestamp? = nil, version: Int = 1,
    partsBack: Int? = nil, renewedAt: Timestamp? = nil
  ) {
    self.id = id
    self.copy = copy
    self.borrower = borrower
    self.openedAt = openedAt
    self.dueAt = dueAt
    self.returnedAt = returnedAt
    self.renewals = renewals
    self.parts = parts
    self.claimedReturnedAt = claimedReturnedAt
    self.version = version
    self.partsBack = partsBack
    self.renewedAt = renewedAt
  }

  package var isOpen: Bool { returnedAt == nil }

  package func isOverdue(at now: Timestamp) -> Bool { isOpen && dueAt < now }
}
