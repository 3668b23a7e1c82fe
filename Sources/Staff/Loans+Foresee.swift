package import Deadwax
internal import Execution
package import Lending
internal import Storage

extension Loans {
  /// The result that a check-out would have now.
  package struct Foreseen: Hashable, Sendable {
    /// All reasons against the check-out, and all notes.
    package var assessment: Assessment
    /// The due time that the loan would get.
    package var dueAt: Timestamp
    /// The text of the confirmation; nil if there is nothing to confirm, or no confirmation helps.
    package var confirmation: String?
  }

  /// Evaluates the rules for a check-out, and changes nothing.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - borrower: the borrower.
  /// - Returns: the assessment that `checkOut` would make at this moment.
  /// - Throws: `StaffError` for records that do not exist.
  package func foresee(_ copy: Named<Copy>, to borrower: Named<Borrower>) throws -> Foreseen {
    let isClockRight = room.isClockRight()
    return try room.database.read { [room] reading in
      let now = reading.now
      let rules = try room.rules(in: reading)
      let copy = try reading.copy(copy)
      let borrower = try reading.borrower(borrower)
      let plan = CheckoutPlan(
        try reading.facts(of: copy, rules.library), to: borrower,
        RequestOrigin(channel: .staff, isClockRight: isClockRight, at: now), wasReported: false, dueAt: nil,
        rules: rules)
      let found = plan.assessment
      let canBeSaid = found.isOverridable && !found.confirms.isEmpty
      return Foreseen(
        assessment: found, dueAt: plan.dueAt,
        confirmation: canBeSaid
          ? room.text(of: PendingConfirmation(plan, of: copy, to: borrower), library: rules.library, at: now) : nil)
    }
  }
}
