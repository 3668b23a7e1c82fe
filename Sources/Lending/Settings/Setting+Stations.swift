extension Setting {
  static let rest: [Setting] =
    [
      optional(
        "privacy.anonymise-after-days", \.privacy.anonymiseAfterDays, 0...36_500,
        "Anonymise loans this many days after their return (off = never)."),
      Setting(
        "cards.patterns", .list(.cardPatterns),
        "Patterns for cards of other libraries: * for any characters, # for one digit, @ for one letter.",
        read: { .list($0.cards.patterns.sorted()) }, write: { $0.cards.patterns = $1.items }),
    ] + desk

  private static let desk = [
    seconds(
      "desk.session-seconds", \.sessionTime, 10...3600, "Seconds from the last scan until the session ends."),
    seconds(
      "desk.session-warning-seconds", \.sessionWarning, 0...3600,
      "Seconds before the end of a session when the warning appears."),
    seconds("desk.pair-seconds", \.pairTime, 1...3600, "Seconds that the station waits for the second scan of a pair."),
    seconds(
      "desk.question-seconds", \.questionTime, 5...3600,
      "Seconds that a question or confirmation waits for an answer."),
    seconds("desk.choice-seconds", \.choiceTime, 5...3600, "Seconds that a list of choices waits for an answer."),
    seconds("desk.write-seconds", \.writeTime, 5...3600, "Seconds that a write job waits for its tag."),
    Setting(
      "desk.revert-seconds", .seconds(10...86_400, canBeOff: true),
      "Seconds without a scan until a station returns to its default mode (off = never).",
      read: { .optional($0.desk.revertTime?.wholeSeconds) },
      write: { $0.desk.revertTime = $1.number.map { .seconds($0) } }),
    seconds("desk.staff-seconds", \.staffTime, 5...3600, "Seconds that a staff card unlocks the staff functions."),
    seconds(
      "desk.put-away-seconds", \.putAwayTime, 0...600,
      "Seconds after a return or an addition in which a scanned slot label shelves that copy."),
    seconds(
      "desk.again-seconds", \.againTime, 0...600,
      "Seconds in which repeated scans of a copy count as one scan."),
    seconds(
      "desk.batch-seconds", \.batchTime, 5...3600, "Seconds from the last return until the batch of returns ends."),
    seconds("desk.undo-seconds", \.undoTime, 0...86_400, "Seconds in which a station can undo its last change."),
    seconds(
      "desk.together-seconds", \.togetherTime, 0...60,
      "Seconds in which a barcode and a tag count as one copy."),
    Setting(
      "desk.pin-tries", .whole(1...100, canBeOff: false), "Number of wrong PINs after which the card is refused.",
      read: { .number($0.desk.pinTries) }, write: { $0.desk.pinTries = $1.number ?? $0.desk.pinTries }),
    seconds(
      "desk.pin-lock-seconds", \.pinLockTime, 1...86_400, "Seconds that the card is refused after too many wrong PINs."),
    flag(
      "desk.staff-pin", \.desk.asksStaffPIN,
      "Request the PIN of a staff card, if it has one."),
    flag(
      "desk.moves-tags", \.desk.movesTags,
      "Allow stations to bind a tag of one copy to another, after a confirmation."),
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
