package import Deadwax

extension LoanRules {
  /// Until when a loan that begins now may last: the end of a day of the house, so many days from today, pushed on to
  /// the next day the house is open.
  ///
  /// No loan goes beyond the house's hard date, nor beyond the last open day before it; and none ends before today
  /// does.
  ///
  /// - Parameters:
  ///   - copy: its medium counts.
  ///   - group: the borrower's.
  ///   - now: when it begins.
  /// - Returns: the last millisecond of a day, where no hard date has a time of its own.
  package func due(for copy: Copy, group: String, at now: Timestamp) -> Timestamp {
    capped(endOfOpenDay(now, plus: days(for: copy.medium, group: group)), now: now)
  }

  /// Until when a loan lasts that is renewed now: counted from its due date or from today, as the house has it. It is
  /// never earlier than it was due before, unless the hard date makes it so.
  ///
  /// - Parameters:
  ///   - copy: with its open loan; one that is not out is due as if it were lent now.
  ///   - group: the borrower's.
  ///   - now: when it is renewed.
  /// - Returns: the last millisecond of a day, as `due`.
  package func renewedDue(for copy: Copy, group: String, at now: Timestamp) -> Timestamp {
    guard let loan = copy.openLoan else { return due(for: copy, group: group, at: now) }
    let days = days(for: copy.medium, group: group)
    // From a due date long ago it could end in the past.
    let start = house.renewal.countsFromDue ? max(loan.dueAt, now) : now
    return capped(max(endOfOpenDay(start, plus: days), loan.dueAt), now: now)
  }

  /// The length of a loan in days: what the group has for the medium, else what the group has, else what the medium
  /// has, else what the house has.
  package func days(for medium: Medium, group: String) -> Int {
    let due = house.due
    return due.daysByGroupAndMedium[group]?[medium] ?? due.daysByGroup[group] ?? due.daysByMedium[medium] ?? due.days
  }

  /// Until when a copy lies on the pick-up shelf that is put there now: the end of an open day.
  package func pickUpBy(at now: Timestamp) -> Timestamp { endOfOpenDay(now, plus: house.holds.pickUpDays) }

  /// To when what lies in the book drop is dated back: the end of the last open day before today. What was dropped
  /// since is not overdue for it.
  package func dropDate(at now: Timestamp) -> Timestamp {
    let today = zone.day(at: now)
    return zone.endOfDay(house.due.calendar.openDay(before: today) ?? today.advanced(by: -1))
  }

  /// Whether an open loan is due within the days in which the house reminds of it.
  package func isDueSoon(_ loan: Loan, at now: Timestamp) -> Bool {
    guard loan.isOpen, !loan.isOverdue(at: now), let days = house.reminders.dueSoonDays else { return false }
    return zone.day(at: loan.dueAt).daysSince1970 - zone.day(at: now).daysSince1970 <= days
  }

  private func endOfOpenDay(_ start: Timestamp, plus days: Int) -> Timestamp {
    let day = zone.day(at: start).advanced(by: days)
    return zone.endOfDay(house.due.calendar.openDay(from: day) ?? day)
  }

  private func capped(_ due: Timestamp, now: Timestamp) -> Timestamp {
    guard let hardDate = house.due.hardDate else { return due }
    let calendar = house.due.calendar
    let hardDay = zone.day(at: hardDate)
    let cap: Timestamp
    if calendar.isOpen(hardDay) {
      cap = hardDate
    } else {
      cap = calendar.openDay(before: hardDay).map(zone.endOfDay) ?? hardDate
    }
    return min(due, max(cap, zone.endOfDay(zone.day(at: now))))
  }
}
