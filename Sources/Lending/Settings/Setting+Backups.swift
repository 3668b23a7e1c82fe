extension Setting {
  /// The settings of backups.
  static let backups: [Setting] = [
    optional(
      "backups.hours", \.backups.hours, 1...168,
      "Back up at most this many hours after a change (off = only by order)."),
    whole(
      "backups.count", \.backups.count, 1...1000,
      "Most backups that stay. The newest one and the way back from a restore always stay."),
    optional(
      "backups.days", \.backups.days, 1...3650, "Remove backups after this many days (off = never)."),
    optional(
      "backups.size", \.backups.mebibytes, 1...100_000_000,
      "Most space of the databases of all backups, in MiB (off = no limit)."),
    whole(
      "backups.stale-hours", \.backups.staleHours, 1...8760,
      "Warn when the newest backup lacks changes and is older than this many hours."),
    optional(
      "backups.caution-hours", \.backups.cautionHours, 1...8760,
      "Irreversible work of the hub begins only with a backup that is at most this many hours old (off = without one)."),
  ]
}
