package import Deadwax

extension LendingPolicy {
  /// Computes the due time of a loan that begins now: the end of a day in the library's time zone, a number of days
  /// from today, moved to the next open day.
  ///
  /// No loan lasts beyond the library's hard date, or beyond the last open day before it. No loan ends before the end
  /// of today.
  ///
  /// - Parameters:
  ///   - copy: the copy, whose medium counts.
  ///   - group: the borrower's group.
  ///   - now: the start of the loan.
  /// - Returns: the last millisecond of a day, unless the hard date has a time of its own.
  package func due(for copy: Copy, group: String, at now: Timestamp) -> Timestamp {
    due(for: copy.medium, group: group, at: now)
  }

  /// Computes the due time of a loan of a medium, as that of a copy of it.
  ///
  /// - Parameters:
  ///   - medium: the medium of the copy.
  ///   - group: the borrower's group.
  ///   - start: the start of the loan.
  /// - Returns: the last millisecond of a day, unless the hard date has a time of its own.
  package func due(for medium: Medium, group: String, at start: Timestamp) -> Timestamp {
    capped(endOfOpenDay(start, plus: days(for: medium, group: group)), now: start)
  }

  /// Computes the due time of a loan that is renewed now, counted from its due date or from today, depending on the
  /// settings. It is never earlier than the current due time, unless the hard date requires it.
  ///
  /// - Parameters:
  ///   - copy: the copy with its open loan; without one, the due time is that of a new loan.
  ///   - group: the borrower's group.
  ///   - now: the time of the renewal.
  /// - Returns: the last millisecond of a day, like `due`.
  package func renewedDue(for copy: Copy, group: String, at now: Timestamp) -> Timestamp {
    guard let loan = copy.openLoan else { return due(for: copy, group: group, at: now) }
    let days = days(for: copy.medium, group: group)
    // A due date long ago could give a new due date in the past.
    let start = library.renewal.countsFromDue ? max(loan.dueAt, now) : now
    return capped(max(endOfOpenDay(start, plus: days), loan.dueAt), now: now)
  }

  /// Returns the length of a loan in days. The first value present wins: the group's for the medium, the group's, the
  /// medium's, the library's.
  package func days(for medium: Medium, group: String) -> Int {
    let due = library.due
    return due.daysByGroupAndMedium[group]?[medium] ?? due.daysByGroup[group] ?? due.daysByMedium[medium] ?? due.days
  }

  /// Returns the time until which a copy that is trapped now stays on the pick-up shelf: the end of an open day.
  package func pickUpBy(at now: Timestamp) -> Timestamp { endOfOpenDay(now, plus: library.holds.pickUpDays) }

  /// Returns the time to which returns from the book drop are backdated: the end of the last open day before today. A
  /// copy dropped since then is not overdue because of the delay.
  package func dropDate(at now: Timestamp) -> Timestamp {
    let today = zone.day(at: now)
    return zone.endOfDay(library.due.calendar.openDay(before: today) ?? today.advanced(by: -1))
  }

  /// Returns true if an open loan is due within the number of days in which the library reminds of it.
  package func isDueSoon(_ loan: Loan, at now: Timestamp) -> Bool {
    guard loan.isOpen, !loan.isOverdue(at: now), let days = library.reminders.dueSoonDays else { return false }
    return zone.day(at: loan.dueAt).daysSince1970 - zone.day(at: now).daysSince1970 <= days
  }

  /// Returns the time before which a loan has to be due to count as due soon; nil if the library sends no such
  /// reminders.
  package func dueSoonEnd(at now: Timestamp) -> Timestamp? {
    library.reminders.dueSoonDays.map { days in
      zone.endOfDay(CivilDate(daysSince1970: zone.day(at: now).daysSince1970 + days)) + .milliseconds(1)
    }
  }

  private func endOfOpenDay(_ start: Timestamp, plus days: Int) -> Timestamp {
    let day = zone.day(at: start).advanced(by: days)
    return zone.endOfDay(library.due.calendar.openDay(from: day) ?? day)
  }

  private func capped(_ due: Timestamp, now: Timestamp) -> Timestamp {
    guard let hardDate = library.due.hardDate else { return due }
    let calendar = library.due.calendar
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
