internal import Deadwax

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
    flag("reminders.hold-expired", \.reminders.isExpiryNoticed, "Send a notice when a hold expires."),
    Setting(
      "reminders.ways", .list(.ways),
      "Ways in which notices are sent, the preferred one first: mail, text and print (empty = none).",
      read: { .list($0.reminders.ways.map(\.rawValue)) },
      write: { $0.reminders.ways = $1.items.compactMap { NoticeWay(rawValue: $0) } }),
  ]
}
