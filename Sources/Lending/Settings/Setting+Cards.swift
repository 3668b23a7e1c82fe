extension Setting {
  /// The settings of borrowers' cards.
  static let cards: [Setting] = [
    Setting(
      "cards.patterns", .list(.cardPatterns),
      "Patterns for cards of other libraries: * for any characters, # for one digit, @ for one letter.",
      read: { .list($0.cards.patterns.sorted()) }, write: { $0.cards.patterns = $1.items })
  ]
}
