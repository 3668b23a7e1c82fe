extension Setting {
  /// The settings of reminders.
  static let reminders: [Setting] = [
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
