package import Deadwax

/// One copy of the pull list: it stands on the shelf and is to be fetched for a hold.
package struct PullListItem: Codable, Sendable {
  /// The id of the copy.
  package var id: Copy.ID
  package var copy: CopySummary
  package var release: ReleaseSummary
  /// The hold for which a check-in traps the copy.
  package var hold: Hold.ID
  /// The borrower; omitted after anonymisation.
  package var borrower: BorrowerSummary?
  /// The time at which the hold was placed.
  package var placedAt: RFC3339Time
  /// The time after which the hold is no longer needed.
  package var notAfter: RFC3339Time?

  package init(_ copy: Copy, release: Release, hold: Hold, borrower: Borrower?) {
    id = copy.id
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    self.hold = hold.id
    self.borrower = BorrowerSummary(borrower)
    placedAt = RFC3339Time(hold.createdAt)
    notAfter = RFC3339Time(hold.notAfter)
  }
}
