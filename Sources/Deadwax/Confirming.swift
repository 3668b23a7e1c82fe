/// Something that is done only after a yes. The token stands for everything the person was shown; when any of it is
/// different at the time of the yes, the person is asked anew.
package struct Confirming: Hashable, Codable, Sendable {
  /// What a yes does.
  package enum Act: String, CaseIterable, Codable, Sendable {
    case checkout, renew, giveBack = "give-back", add
  }

  package var act: Act
  package var scan: Reading.ID
  package var copy: Copy.ID?
  /// For an addition.
  package var release: Release.ID?
  package var borrower: Borrower.ID?
  /// All of them, the weightiest first.
  package var reasons: [Outcome.Code]
  package var needsStaff: Bool
  /// Of the rows that it rests on, as `copy:ID@7`.
  package var versions: [String]

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
