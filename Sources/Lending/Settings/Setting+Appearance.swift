extension Setting {
  /// The settings of the library's own colours. A value that makes the pages unreadable is refused: see
  /// `Appearance.problem`.
  static let appearance: [Setting] = [
    colour("appearance.card", \.card, "Colour of cards on light pages (off = the standard colour)."),
    colour("appearance.card-dark", \.cardDark, "Colour of cards on dark pages (off = the standard colour)."),
    colour(
      "appearance.accent", \.accent,
      "Colour of buttons, links and the selection on light pages (off = the standard colour)."),
    colour(
      "appearance.accent-dark", \.accentDark,
      "Colour of buttons, links and the selection on dark pages (off = the standard colour)."),
    whole(
      "appearance.text", \.appearance.text, 60...100,
      "Strength of the text in per cent. Less is darker on dark pages, and lighter on light pages."),
  ]

  private static func colour(
    _ key: String, _ path: any WritableKeyPath<Appearance, Colour?> & Sendable, _ help: String
  ) -> Setting {
    Setting(
      key, .text(.colour), help,
      read: { $0.appearance[keyPath: path].map { .word($0.text) } ?? .off },
      write: { $0.appearance[keyPath: path] = Colour($1.text) })
  }
}
