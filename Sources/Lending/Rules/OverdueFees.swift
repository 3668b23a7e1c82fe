package import Deadwax

extension LendingPolicy {
  /// Returns the number of days for which a loan is or was overdue. The count includes the days after its due day up to
  /// its return or the given time, without closed days unless the library counts them. 0 if the loan is not overdue.
  package func overdueDays(_ loan: Loan, at now: Timestamp) -> Int { countedDays(of: loan, until: now) }

  /// Computes the overdue fee of a loan up to some moment, in minor units: an amount for each counted day after the
  /// grace days. Earlier charges for the same loan count towards the maximum. 0 if the library charges no fees.
  ///
  /// - Parameters:
  ///   - loan: an open or a closed loan.
  ///   - moment: the time of the return, renewal or loss.
  /// - Returns: the fee, 0 or more.
  package func fee(for loan: Loan, until moment: Timestamp) -> Int {
    let fees = library.fees
    guard fees.isOn, fees.perDay > 0 else { return 0 }
    let most = fees.most > 0 ? max(0, fees.most - loan.overdueCharged) : Int.max
    let days = max(0, countedDays(of: loan, until: moment) - fees.graceDays)
    let (sum, isTooMuch) = days.multipliedReportingOverflow(by: fees.perDay)
    return isTooMuch ? most : min(sum, most)
  }

  /// The number of days for which an overdue loan is charged and displayed: open days, and closed days if the library
  /// counts them.
  private func countedDays(of loan: Loan, until moment: Timestamp) -> Int {
    let end = min(moment, loan.returnedAt ?? moment)
    guard loan.dueAt < end else { return 0 }
    let (due, last) = (zone.day(at: loan.dueAt).daysSince1970, zone.day(at: end).daysSince1970)
    // Due and returned on the same day: no day lies between, but the loan is overdue and counts one day.
    let days = due == last ? last...last : due + 1...last
    guard !library.fees.closedDaysCount else { return days.count }
    return library.due.calendar.openDays(in: days)
  }
}
