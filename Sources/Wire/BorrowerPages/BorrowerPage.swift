package import Deadwax

/// The content of a borrower's own page.
package struct BorrowerPage: Codable, Sendable {
  /// The short name of the borrower.
  package var name: String
  /// The language of the borrower; omitted if none is set.
  package var language: String?
  /// The time from which the link is invalid.
  package var endsAt: RFC3339Time
  /// The maximum number of open loans of the borrower.
  package var loanLimit: Int
  /// The open loans, the earliest due time first.
  package var loans: [OwnLoan]
  /// The holds that have not ended.
  package var holds: [OwnHold]

  package init(_ borrower: Borrower, endsAt: Timestamp, loanLimit: Int, loans: [OwnLoan], holds: [OwnHold]) {
    name = borrower.shortName
    language = borrower.language
    self.endsAt = RFC3339Time(endsAt)
    self.loanLimit = loanLimit
    self.loans = loans
    self.holds = holds
  }

  /// A loan of the borrower.
  package struct OwnLoan: Codable, Sendable {
    package var id: Loan.ID
    package var title: String
    package var artist: String?
    package var medium: Medium
    package var dueAt: RFC3339Time
    package var isOverdue: Bool
    /// The number of renewals.
    package var renewals: Int
    /// The reasons why it was not renewed, by the request that this page answers.
    package var notRenewed: [ReasonText]?

    package init(_ loan: Loan, of release: Release, notRenewed: [ReasonText]?, now: Timestamp) {
      id = loan.id
      title = release.title
      artist = release.artist
      medium = release.medium
      dueAt = RFC3339Time(loan.dueAt)
      isOverdue = loan.isOverdue(at: now)
      renewals = loan.renewals
      self.notRenewed = notRenewed
    }
  }

  /// A hold of the borrower.
  package struct OwnHold: Codable, Sendable {
    package var id: Hold.ID
    package var title: String
    package var artist: String?
    package var medium: Medium
    package var state: Hold.State
    /// The position among the waiting holds, from 1; 0 if it no longer waits.
    package var position: Int
    /// The time until which the copy is ready for pick-up.
    package var pickUpBy: RFC3339Time?

    package init(_ hold: Hold, of release: Release) {
      id = hold.id
      title = release.title
      artist = release.artist
      medium = release.medium
      state = hold.state
      position = hold.position
      pickUpBy = RFC3339Time(hold.pickUpBy)
    }
  }
}
