package import Deadwax

/// The result of a return.
package struct CheckInResult: Codable, Sendable {
  /// `returned`, `returned-overdue` or `parts-missing`; `not-on-loan` or `in-house` for a copy that was not on loan.
  package var code: OpenWord<Outcome.Code>
  /// Notes about the return.
  package var notes: [ReasonText]?
  package var copy: CopySummary
  package var release: ReleaseSummary
  /// The updated loan.
  package var loan: LoanResource?
  /// The hold for which the copy is now trapped, or already was. It then goes to the pick-up shelf, otherwise to its
  /// slot.
  package var hold: HoldResource?
  /// The charged fee, in minor units.
  package var fee: Int?
  /// The number of overdue days: the days on which the library is open, or all days with `fees.closed-days-count`.
  package var overdueDays: Int

  /// - Parameters:
  ///   - code: the outcome.
  ///   - notes: the notes; nil if there are none.
  ///   - copy: the copy.
  ///   - release: the release of the copy.
  ///   - loan: the loan that was ended; nil if there was none.
  ///   - hold: the hold that the copy is ready for; nil if there is none.
  ///   - fee: the fee that was charged.
  ///   - overdueDays: the number of overdue days.
  package init(
    _ code: Outcome.Code, notes: [ReasonText]?, copy: Copy, release: Release, loan: LoanResource?,
    hold: HoldResource?, fee: Int?, overdueDays: Int
  ) {
    self.code = OpenWord(code)
    self.notes = notes
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    self.loan = loan
    self.hold = hold
    self.fee = fee
    self.overdueDays = overdueDays
  }
}
