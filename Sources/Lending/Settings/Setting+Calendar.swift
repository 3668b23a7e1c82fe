internal import Deadwax

extension Setting {
  /// The settings of the library's days: time zone and closing days.
  static let calendar: [Setting] = [
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
}
