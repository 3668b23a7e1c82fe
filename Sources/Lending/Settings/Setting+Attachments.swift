extension Setting {
  /// The settings of attachments.
  static let attachments: [Setting] = [
    whole(
      "attachments.quota", \.attachments.quota, 0...10_000_000,
      "Space of the files of all attachments, in MiB. A further file is refused (0 = no attachments).")
  ]
}
