extension Setting {
  /// All settings in display order. The time zone comes first, because the hard date depends on it.
  package static let all: [Setting] =
    calendar + loan + limits + renewal + returns + holds + fees + reminders + privacy + cards + station + appearance
    + attachments + sources + places + lists + plays + backups
}
