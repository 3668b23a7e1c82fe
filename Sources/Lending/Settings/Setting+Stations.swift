extension Setting {
  static let rest: [Setting] =
    [
      optional(
        "privacy.anonymise-after-days", \.privacy.anonymiseAfterDays, 0...36_500,
        "Anonymise loans this many days after their return (off: never)."),
      Setting(
        "cards.patterns", .list(.cardPatterns),
        "Patterns for library cards issued elsewhere: * for any characters, # for one digit, @ for one letter.",
        read: { .list($0.cards.patterns.sorted()) }, write: { $0.cards.patterns = $1.items }),
    ] + desk

  private static let desk = [
    seconds(
      "desk.session-seconds", \.sessionTime, 10...3600, "Duration of a session after its last scan."),
    seconds(
      "desk.session-warning-seconds", \.sessionWarning, 0...3600,
      "Time before the end of a session at which the screen warns."),
    seconds("desk.pair-seconds", \.pairTime, 1...3600, "Time that one half of a pair waits for the other."),
    seconds(
      "desk.question-seconds", \.questionTime, 5...3600,
      "Time after which an unanswered question or confirmation expires."),
    seconds("desk.choice-seconds", \.choiceTime, 5...3600, "Time after which an unanswered choice expires."),
    seconds("desk.write-seconds", \.writeTime, 5...3600, "Time that a write job waits for its tag."),
    Setting(
      "desk.revert-seconds", .seconds(10...86_400, canBeOff: true),
      "Time without a scan after which a station returns to its home mode (off: never).",
      read: { .optional($0.desk.revertTime?.wholeSeconds) },
      write: { $0.desk.revertTime = $1.number.map { .seconds($0) } }),
    seconds("desk.staff-seconds", \.staffTime, 5...3600, "Time for which a staff card opens a station."),
    seconds(
      "desk.put-away-seconds", \.putAwayTime, 0...600,
      "Time after a return or an addition in which a scanned slot shelves that copy."),
    seconds(
      "desk.again-seconds", \.againTime, 0...600,
      "Time in which a second scan of the same copy counts as the same action."),
    seconds(
      "desk.batch-seconds", \.batchTime, 5...3600, "Time after its last return at which a batch of returns ends."),
    seconds("desk.undo-seconds", \.undoTime, 0...86_400, "Time in which a station can undo its last change."),
    seconds(
      "desk.together-seconds", \.togetherTime, 0...60,
      "Maximum time between a barcode and a tag that belong to the same copy."),
    Setting(
      "desk.pin-tries", .whole(1...100, canBeOff: false), "Number of wrong PINs after which the card is refused.",
      read: { .number($0.desk.pinTries) }, write: { $0.desk.pinTries = $1.number ?? $0.desk.pinTries }),
    seconds(
      "desk.pin-lock-seconds", \.pinLockTime, 1...86_400, "Time for which a card is refused after too many wrong PINs."),
    flag(
      "desk.staff-pin", \.desk.asksStaffPIN,
      "Require the PIN of a staff card to open a station, if it has one."),
    flag(
      "desk.moves-tags", \.desk.movesTags,
      "Allow a station to bind a tag to another record, after a confirmation."),
  ]

  private static func seconds(
    _ key: String, _ path: any WritableKeyPath<StationDefaults, Duration> & Sendable, _ range: ClosedRange<Int>,
    _ help: String
  ) -> Setting {
    Setting(
      key, .seconds(range, canBeOff: false), help, read: { .number($0.desk[keyPath: path].wholeSeconds) },
      write: { policy, value in
        if let number = value.number { policy.desk[keyPath: path] = .seconds(number) }
      })
  }
}

extension Duration {
  /// The whole seconds; fractions are dropped.
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
