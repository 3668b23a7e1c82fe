internal import Deadwax

extension Setting {
  /// The settings of the loan period, from which due dates are computed.
  static let loan: [Setting] =
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
}
