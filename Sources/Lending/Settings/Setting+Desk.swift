extension Setting {
  static let rest: [Setting] =
    [
      optional(
        "privacy.anonymise-after-days", \.privacy.anonymiseAfterDays, 0...36_500,
        "How many days after its return a loan forgets who had it; off for never."),
      Setting(
        "cards.patterns", .list(.cardPatterns),
        "Which codes are cards of elsewhere: * for any characters, # for one digit, @ for one letter.",
        read: { .list($0.cards.patterns.sorted()) }, write: { $0.cards.patterns = $1.items }),
    ] + desk

  private static let desk = [
    seconds(
      "desk.session-seconds", \.sessionTime, 10...3600, "How long a borrower's session lasts after the last scan."),
    seconds(
      "desk.session-warning-seconds", \.sessionWarning, 0...3600, "How long before its end the screen warns of it."),
    seconds("desk.pair-seconds", \.pairTime, 1...3600, "How long one half of a pair waits for the other."),
    seconds("desk.question-seconds", \.questionTime, 5...3600, "How long a question waits for its answer."),
    seconds("desk.choice-seconds", \.choiceTime, 5...3600, "How long a choice waits."),
    seconds("desk.write-seconds", \.writeTime, 5...3600, "How long a tag that is to be written may take to come."),
    Setting(
      "desk.revert-seconds", .seconds(10...86_400, canBeOff: true),
      "After how long without a scan a desk goes back to its own mode; off for never.",
      read: { .optional($0.desk.revertTime?.wholeSeconds) },
      write: { $0.desk.revertTime = $1.number.map { .seconds($0) } }),
    seconds("desk.staff-seconds", \.staffTime, 5...3600, "How long the card of a member of staff opens a desk."),
    seconds(
      "desk.put-away-seconds", \.putAwayTime, 0...600,
      "How long after a return or an addition the next slot puts that record away."),
    seconds("desk.again-seconds", \.againTime, 0...600, "How long the same record again is the same movement."),
    seconds("desk.batch-seconds", \.batchTime, 5...3600, "How long a batch of returns goes on after its last."),
    seconds("desk.undo-seconds", \.undoTime, 0...86_400, "How far back a desk can take back its own last change."),
    seconds(
      "desk.together-seconds", \.togetherTime, 0...60,
      "How near in time a barcode and a tag are one record in one hand."),
    Setting(
      "desk.pin-tries", .whole(1...100, canBeOff: false), "How often a PIN may be wrong before the card is refused.",
      read: { .number($0.desk.pinTries) }, write: { $0.desk.pinTries = $1.number ?? $0.desk.pinTries }),
    seconds("desk.pin-lock-seconds", \.pinLockTime, 1...86_400, "For how long it is refused then."),
    flag(
      "desk.staff-pin", \.desk.asksStaffPIN,
      "Whether the card of a member of staff opens a desk only with its PIN, where it has one."),
    flag(
      "desk.moves-tags", \.desk.movesTags,
      "Whether the tag of one thing can be made the tag of another at a desk, after a question."),
  ]

  private static func seconds(
    _ key: String, _ path: any WritableKeyPath<DeskPolicy, Duration> & Sendable, _ range: ClosedRange<Int>,
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
