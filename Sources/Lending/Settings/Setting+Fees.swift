extension Setting {
  /// The settings of fees.
  static let fees: [Setting] = [
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
}
