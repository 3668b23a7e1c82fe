extension Setting {
  /// The settings of plays.
  static let plays: [Setting] = [
    flag(
      "plays.complement", \.plays.warnsOfComplement,
      "Warn of plays above the US performance complement: 3 recordings of one record or 4 by one artist in 3 hours."),
    whole(
      "plays.pause", \.plays.pause, 1...600,
      "Seconds for which a tag may be away from the reader by the deck and still be the same play."),
    whole(
      "plays.least", \.plays.least, 0...3600,
      "Seconds for which a tag must lie on the reader by the deck before it counts as a play."),
  ]
}
