extension Setting {
  /// The settings of renewals.
  static let renewal: [Setting] = [
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
}
