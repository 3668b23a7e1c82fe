/// A check-out of a copy to a borrower until a due time.
package struct Loan: Hashable, Sendable {
  package typealias ID = Identifier<Loan>

  package var id: ID
  package var copy: Copy.ID
  /// The borrower; nil only for a closed loan that was anonymised.
  package var borrower: Borrower.ID?
  package var openedAt: Timestamp
  package var dueAt: Timestamp
  package var returnedAt: Timestamp?
  package var renewals: Int
  /// The number of parts that were lent.
  package var parts: Int
  /// The time from which the borrower claims to have returned it; nil without such a claim.
  package var claimedReturnedAt: Timestamp?
  package var version: Int
  /// The number of parts that came back; nil while the copy is on loan and no part is back.
  package var partsBack: Int?
  /// The time of the last renewal.
  package var renewedAt: Timestamp?
  /// The overdue fees charged so far, in minor units, including fees that were settled or waived later.
  package var overdueCharged: Int

  package init(
    id: ID, copy: Copy.ID, borrower: Borrower.ID?, openedAt: Timestamp, dueAt: Timestamp, returnedAt: Timestamp? = nil,
    renewals: Int = 0, parts: Int = 1, claimedReturnedAt: Timestamp? = nil, version: Int = 1,
    partsBack: Int? = nil, renewedAt: Timestamp? = nil, overdueCharged: Int = 0
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
    self.overdueCharged = overdueCharged
  }

  package var isOpen: Bool { returnedAt == nil }

  package func isOverdue(at now: Timestamp) -> Bool { isOpen && dueAt < now }
}
