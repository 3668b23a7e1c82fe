extension Setting {
  /// The settings of the limits beyond which a borrower cannot borrow, and a copy is not lent.
  static let limits: [Setting] = [
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
}
