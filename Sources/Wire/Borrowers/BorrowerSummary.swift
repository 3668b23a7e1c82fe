package import Deadwax

/// A borrower in short, for staff.
package struct BorrowerSummary: Codable, Sendable {
  package var id: Borrower.ID
  /// The first name and initial.
  package var shortName: String

  package init(_ borrower: Borrower) {
    id = borrower.id
    shortName = borrower.shortName
  }

  /// Returns nil for an absent borrower, such as that of an anonymised loan.
  package init?(_ borrower: Borrower?) {
    guard let borrower else { return nil }
    self.init(borrower)
  }
}
