package import Deadwax

extension LoanRules {
  /// How many days a loan is or was overdue, by the calendar: from its due day to the day it came back, or to this one.
  /// A day that has begun counts; 0 when it is not overdue.
  package func overdueDays(_ loan: Loan, at now: Timestamp) -> Int {
    guard let span = overdueSpan(of: loan, until: now) else { return 0 }
    return max(1, span.upperBound - span.lowerBound)
  }

  /// What an overdue loan costs when it comes back, in minor units: so much for each day, after the days of grace, up
  /// to the most. Days on which the house is closed are free unless it counts them. 0 where no fees are taken.
  ///
  /// - Parameters:
  ///   - loan: open or not.
  ///   - returnedAt: when it came back.
  /// - Returns: 0 or more.
  package func fee(for loan: Loan, returnedAt: Timestamp) -> Int {
    let fees = house.fees
    guard fees.isOn, fees.perDay > 0, let span = overdueSpan(of: loan, until: returnedAt) else { return 0 }
    let calendar = house.due.calendar
    // Within one day there is no day between the two, and yet it is late.
    let all = span.isEmpty ? span.upperBound..<span.upperBound + 1 : span.lowerBound + 1..<span.upperBound + 1
    let most = fees.most > 0 ? fees.most : Int.max
    var grace = fees.graceDays
    var fee = 0
    for day in all where fees.closedDaysCount || calendar.isOpen(CivilDate(daysSince1970: day)) {
      if grace > 0 {
        grace -= 1
        continue
      }
      let (sum, isTooMuch) = fee.addingReportingOverflow(fees.perDay)
      guard !isTooMuch, sum < most else { return most }
      fee = sum
    }
    return fee
  }

  /// The day it was due and the day it came back, as days since 1970; nil when it was not overdue.
  private func overdueSpan(of loan: Loan, until: Timestamp) -> Range<Int>? {
    let end = min(until, loan.returnedAt ?? until)
    guard loan.dueAt < end else { return nil }
    return zone.day(at: loan.dueAt).daysSince1970..<zone.day(at: end).daysSince1970
  }
}
