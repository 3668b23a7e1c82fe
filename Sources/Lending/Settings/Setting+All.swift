internal import Deadwax

extension Setting {
  /// All settings in display order. The time zone comes first, because the hard date depends on it.
  package static let all: [Setting] = calendar + loan + limits + renewal + returns + holds + fees + reminders + rest

  private static let calendar = [
    Setting(
      "calendar.time-zone", .text(.timeZone), "Time zone of the library.",
      read: { .word($0.due.calendar.timeZone.stored) },
      write: { policy, value in
        if let zone = try? LibraryTimeZone(stored: value.text) { policy.due.calendar.timeZone = zone }
      }),
    Setting(
      "calendar.closed-weekdays", .list(.weekdays), "Weekdays when the library is closed. No loan falls due on them.",
      read: { .list(ListForm.weekdayNames($0.due.calendar.closedWeekdays)) },
      write: { $0.due.calendar.closedWeekdays = ListForm.weekdayNumbers($1.items) }),
    Setting(
      "calendar.closed-days", .list(.days), "Dates when the library is closed. No loan falls due on them.",
      read: { .list($0.due.calendar.closedDays.sorted()) }, write: { $0.due.calendar.closedDays = Set($1.items) }),
  ]

  private static let loan =
    [
      whole("loan.days", \.due.days, 0...3650, "Loan period in days (0 = until the end of the same day).")
    ]
    + Medium.allCases.map { medium in
      Setting(
        "loan.days.\(medium.rawValue)", .whole(0...3650, canBeOff: true),
        "Loan period for \(name(of: medium)) in days (off = same as loan.days).",
        read: { .optional($0.due.daysByMedium[medium]) }, write: { $0.due.daysByMedium[medium] = $1.number })
    } + [
      map(
        "loan.days-by-group", \.due.daysByGroup, 0...3650,
        "Loan period in days by group of borrowers, for all media."),
      Setting(
        "loan.days-by-group-and-medium", .map(.groupsAndMedia, 0...3650),
        "Loan period in days by group of borrowers and medium. It takes priority over all other loan periods.",
        read: { .map(flat($0.due.daysByGroupAndMedium)) }, write: { $0.due.daysByGroupAndMedium = deep($1.map) }),
      Setting(
        "loan.hard-date", .date, "Latest due date of all loans, such as the end of a term (off = none).",
        read: { policy in
          policy.due.hardDate.map { .word(policy.due.calendar.zone.day(at: $0).description) } ?? .off
        },
        write: { policy, value in
          policy.due.hardDate = CivilDate(iso: value.text).map(policy.due.calendar.zone.endOfDay)
        }),
    ]

  private static func name(of medium: Medium) -> String {
    switch medium {
    case .cd: "CDs"
    case .vinyl: "vinyl records"
    case .cassette: "cassettes"
    case .other: "other media"
    }
  }

  private static let limits = [
    whole("limits.loans", \.limits.loans, 0...10_000, "Maximum number of loans per borrower."),
    map(
      "limits.loans-by-group", \.limits.loansByGroup, 0...10_000,
      "Maximum number of loans per borrower, by group of borrowers."),
    whole(
      "limits.overdue-loans", \.limits.overdueLoans, 0...10_000,
      "Block borrowing at this many overdue loans (0 = never)."),
    whole(
      "limits.fees-due", \.limits.feesDue, 0...100_000_000,
      "Block borrowing at this amount of unpaid fees, in minor units of the currency (0 = never)."),
    Setting(
      "limits.least-condition", .choice(["any"] + Grade.allCases.reversed().map(\.rawValue)),
      "Lowest media condition in which a copy can be borrowed.", read: { .word($0.limits.leastCondition ?? "any") },
      write: { $0.limits.leastCondition = Grade($1.text)?.rawValue }),
  ]

  private static let renewal = [
    whole("renewal.limit", \.renewal.limit, 0...1000, "Maximum number of renewals per loan."),
    flag(
      "renewal.counts-from-due", \.renewal.countsFromDue,
      "Renew from the due date instead of from today."),
    optional(
      "renewal.opens-days-before", \.renewal.opensDaysBefore, 0...3650,
      "Allow renewal from this many days before the due date (off = always)."),
    Setting(
      "renewal.overdue", .choice(LibraryPolicy.Renewal.Overdue.allCases.map(\.rawValue)),
      "When a loan is overdue, block the renewal of no loan, of that loan, or of all loans of the borrower.",
      read: { .word($0.renewal.overdue.rawValue) },
      write: { $0.renewal.overdue = LibraryPolicy.Renewal.Overdue(rawValue: $1.text) ?? $0.renewal.overdue }),
  ]

  private static let returns = [
    flag(
      "returns.asks-parts", \.returns.asksParts,
      "Ask to count the parts when a copy with several parts is returned."),
    flag(
      "returns.keeps-open-without-parts", \.returns.keepsOpenWithoutParts,
      "Keep the loan open until all parts are returned. Otherwise the return ends it and records the missing parts."),
    flag(
      "returns.counts-in-house", \.returns.countsInHouse,
      "Count the return of a copy that was not on loan as in-house use."),
    flag(
      "returns.blocks-withdrawn", \.returns.blocksWithdrawn,
      "Only staff can check in withdrawn copies."),
  ]

  private static let holds = [
    whole("holds.per-borrower", \.holds.perBorrower, 0...10_000, "Maximum number of holds per borrower."),
    whole("holds.pick-up-days", \.holds.pickUpDays, 0...365, "Days that a copy waits on the pick-up shelf."),
    Setting(
      "holds.shelf", .text(.place), "Place of the pick-up shelf (off = none).",
      read: { $0.holds.shelf.map { .word($0.text) } ?? .off }, write: { $0.holds.shelf = Place.ID($1.text) }),
    flag(
      "holds.skips-blocked", \.holds.skipsBlocked,
      "Skip the holds of borrowers who are blocked or whose card has expired."),
  ]

  private static let fees = [
    flag("fees.on", \.fees.isOn, "Charge fees: overdue fees, and fees that staff add."),
    Setting(
      "fees.currency", .text(.currency), "Currency of fees.", read: { .word($0.fees.currency) },
      write: { $0.fees.currency = $1.text }),
    whole("fees.per-day", \.fees.perDay, 0...1_000_000, "Overdue fee per day, in minor units of the currency."),
    whole(
      "fees.most", \.fees.most, 0...100_000_000,
      "Maximum overdue fee per loan, in minor units of the currency (0 = no limit)."),
    whole(
      "fees.grace-days", \.fees.graceDays, 0...3650, "Grace period in days. These first overdue days are free of fees."),
    flag("fees.closed-days-count", \.fees.closedDaysCount, "Charge the overdue fee for closed days too."),
  ]

  private static let reminders = [
    optional(
      "reminders.due-soon-days", \.reminders.dueSoonDays, 0...365,
      "Send a reminder this many days before the due date (off = never)."),
    Setting(
      "reminders.overdue-days", .list(.dayCounts),
      "Send overdue reminders this many days after the due date (empty = never).",
      read: { .list($0.reminders.overdueDays.sorted().map(String.init)) },
      write: { $0.reminders.overdueDays = $1.items.compactMap { Int($0) } }),
  ]
}
