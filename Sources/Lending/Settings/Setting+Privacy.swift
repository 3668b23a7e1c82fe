extension Setting {
  /// The settings of privacy: the retention of loans, and the links for borrowers.
  static let privacy: [Setting] = [
    optional(
      "privacy.anonymise-after-days", \.privacy.anonymiseAfterDays, 0...36_500,
      "Anonymise loans this many days after their return (off = never)."),
    optional(
      "privacy.session-link-hours", \.privacy.linkHours, 1...168,
      "Hours for which a borrower can use the link that a station shows at the end of a session (off = no link)."),
    flag(
      "privacy.wall-without-sign-in", \.privacy.isWallOpen,
      "Show the page Wall (/wall) to all who reach the hub. Otherwise a person signs in on that screen."),
  ]
}
