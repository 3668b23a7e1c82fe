internal import Deadwax

extension Setting {
  /// All settings in display order. The time zone comes first, because the hard date depends on it.
  package static let all: [Setting] = calendar + loan + limits + renewal + returns + holds + fees + reminders + rest

  private static let calendar = [
    Setting(
      "calendar.time-zone", .text(.timeZone), "Where the days begin and end at midnight.",
      read: { .word($0.due.calendar.timeZone.stored) },
      write: { policy, value in
        if let zone = try? LibraryTimeZone(stored: value.text) { policy.due.calendar.timeZone = zone }
      }),
    Setting(
      "calendar.closed-weekdays", .list(.weekdays), "Weekdays on which nothing falls due.",
      read: { .list(ListForm.weekdayNames($0.due.calendar.closedWeekdays)) },
      write: { $0.due.calendar.closedWeekdays = ListForm.weekdayNumbers($1.items) }),
    Setting(
      "calendar.closed-days", .list(.days), "Days on which nothing falls due.",
      read: { .list($0.due.calendar.closedDays.sorted()) }, write: { $0.due.calendar.closedDays = Set($1.items) }),
  ]

  private static let loan =
    [
      whole("loan.days", \.due.days, 0...3650, "How many days a loan lasts; 0 is until the evening.")
    ]
    + Medium.allCases.map { medium in
      Setting(
        "loan.days.\(medium.rawValue)", .whole(0...3650, canBeOff: true),
        "How many days for the medium \(medium.rawValue); off for as many as loan.days.",
        read: { .optional($0.due.daysByMedium[medium]) }, write: { $0.due.daysByMedium[medium] = $1.number })
    } + [
      map(
        "loan.days-by-group", \.due.daysByGroup, 0...3650,
        "How many days for a group of borrowers, whatever the medium."),
      Setting(
        "loan.days-by-group-and-medium", .map(.groupsAndMedia, 0...3650),
        "How many days for a group of borrowers and a medium; this goes before all others.",
        read: { .map(flat($0.due.daysByGroupAndMedium)) }, write: { $0.due.daysByGroupAndMedium = deep($1.map) }),
      Setting(
        "loan.hard-date", .date, "The last day of all loans, as the end of a term.",
        read: { policy in
          policy.due.hardDate.map { .word(policy.due.calendar.zone.day(at: $0).description) } ?? .off
        },
        write: { policy, value in
          policy.due.hardDate = CivilDate(iso: value.text).map(policy.due.calendar.zone.endOfDay)
        }),
    ]

  private static let limits = [
    whole("limits.loans", \.limits.loans, 0...10_000, "How many loans a borrower may have at once."),
    map("limits.loans-by-group", \.limits.loansByGroup, 0...10_000, "The same for a group of borrowers."),
    whole(
      "limits.overdue-loans", \.limits.overdueLoans, 0...10_000,
      "From how many overdue loans on a borrower gets no more; 0 for never."),
    whole(
      "limits.fees-due", \.limits.feesDue, 0...100_000_000,
      "From how much unpaid money on a borrower gets no more, in minor units of the currency; 0 for never."),
    Setting(
      "limits.least-condition", .choice(["any"] + Grade.allCases.reversed().map(\.rawValue)),
      "The lowest grade of a medium that is lent.", read: { .word($0.limits.leastCondition ?? "any") },
      write: { $0.limits.leastCondition = Grade($1.text)?.rawValue }),
  ]

  private static let renewal = [
    whole("renewal.limit", \.renewal.limit, 0...1000, "How often a loan can be renewed."),
    flag(
      "renewal.counts-from-due", \.renewal.countsFromDue,
      "Whether a renewal counts from the due date, rather than from today."),
    optional(
      "renewal.opens-days-before", \.renewal.opensDaysBefore, 0...3650,
      "How many days before its due date a loan can be renewed from; off for always."),
    Setting(
      "renewal.overdue", .choice(HousePolicy.Renewal.Overdue.allCases.map(\.rawValue)),
      "What an overdue loan keeps from being renewed: nothing, itself, or all loans of its borrower.",
      read: { .word($0.renewal.overdue.rawValue) },
      write: { $0.renewal.overdue = HousePolicy.Renewal.Overdue(rawValue: $1.text) ?? $0.renewal.overdue }),
  ]

  private static let returns = [
    flag(
      "returns.asks-parts", \.returns.asksParts,
      "Whether the parts are asked for when a record of several comes back."),
    flag(
      "returns.keeps-open-without-parts", \.returns.keepsOpenWithoutParts,
      "Whether a loan stays open until all parts are back, rather than closing with a claim."),
    flag(
      "returns.counts-in-house", \.returns.countsInHouse,
      "Whether what comes back without having been lent counts as used in the house."),
    flag(
      "returns.blocks-withdrawn", \.returns.blocksWithdrawn,
      "Whether only staff can take back what was taken out of the collection."),
  ]

  private static let holds = [
    whole("holds.per-borrower", \.holds.perBorrower, 0...10_000, "How many holds a borrower may have at once."),
    whole("holds.pick-up-days", \.holds.pickUpDays, 0...365, "How many days a record lies on the pick-up shelf."),
    Setting(
      "holds.shelf", .text(.place), "Which place the pick-up shelf is.",
      read: { $0.holds.shelf.map { .word($0.text) } ?? .off }, write: { $0.holds.shelf = Place.ID($1.text) }),
    flag(
      "holds.skips-blocked", \.holds.skipsBlocked,
      "Whether people whose card is blocked or has expired are passed over in the queue."),
  ]

  private static let fees = [
    flag("fees.on", \.fees.isOn, "Whether overdue loans cost money."),
    Setting(
      "fees.currency", .text(.currency), "In which currency.", read: { .word($0.fees.currency) },
      write: { $0.fees.currency = $1.text }),
    whole("fees.per-day", \.fees.perDay, 0...1_000_000, "How much a day, in minor units of the currency."),
    whole("fees.most", \.fees.most, 0...100_000_000, "How much one loan costs at most; 0 for no end."),
    whole("fees.grace-days", \.fees.graceDays, 0...3650, "How many of the first days cost nothing."),
    flag("fees.closed-days-count", \.fees.closedDaysCount, "Whether days on which the house is closed cost as well."),
  ]

  private static let reminders = [
    optional(
      "reminders.due-soon-days", \.reminders.dueSoonDays, 0...365,
      "How many days before its due date a loan is due soon; off for never."),
    Setting(
      "reminders.overdue-days", .list(.dayCounts),
      "How many days after its due date an overdue loan is reminded of, once at each.",
      read: { .list($0.reminders.overdueDays.sorted().map(String.init)) },
      write: { $0.reminders.overdueDays = $1.items.compactMap { Int($0) } }),
  ]
}
