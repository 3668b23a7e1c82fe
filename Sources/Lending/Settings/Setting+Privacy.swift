extension Setting {
  /// The settings of privacy: the retention of loans.
  static let privacy: [Setting] = [
    optional(
      "privacy.anonymise-after-days", \.privacy.anonymiseAfterDays, 0...36_500,
      "Anonymise loans this many days after their return (off = never).")
  ]
}
