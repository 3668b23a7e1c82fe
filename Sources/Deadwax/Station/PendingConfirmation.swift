/// An action that needs a yes. The value covers everything that the person saw; if any of it differs at the time of the
/// yes, the station prompts again.
package struct PendingConfirmation: Hashable, Codable, Sendable {
  /// The action that a yes carries out.
  package enum Act: String, CaseIterable, Codable, Sendable {
    case checkout, renew, checkIn = "give-back", add
  }

  package var act: Act
  package var scan: Reading.ID
  package var copy: Copy.ID?
  /// The release of an addition.
  package var release: Release.ID?
  package var borrower: Borrower.ID?
  /// All reasons, the most important first.
  package var reasons: [Outcome.Code]
  package var needsStaff: Bool
  /// The versions of the rows that the action depends on, as `copy:ID@7`.
  package var versions: [String]
  /// The slot or the place into which the copy goes after a check-in at a shelf.
  package var beneath: CodeTarget?

  package init(
    _ act: Act, scan: Reading.ID, copy: Copy.ID? = nil, release: Release.ID? = nil, borrower: Borrower.ID? = nil,
    reasons: [Outcome.Code], needsStaff: Bool = false, versions: [String] = []
  ) {
    self.act = act
    self.scan = scan
    self.copy = copy
    self.release = release
    self.borrower = borrower
    self.reasons = reasons
    self.needsStaff = needsStaff
    self.versions = versions
  }
}
