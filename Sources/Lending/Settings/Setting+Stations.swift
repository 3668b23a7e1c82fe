extension Setting {
  /// The settings that apply to all stations: times, PINs and tags.
  static let station: [Setting] = [
    seconds(
      "station.session-seconds", \.sessionTime, 10...3600, "Seconds from the last scan until the session ends."),
    seconds(
      "station.session-warning-seconds", \.sessionWarning, 0...3600,
      "Seconds before the end of a session when the warning appears."),
    seconds(
      "station.pair-seconds", \.pairTime, 1...3600, "Seconds that the station waits for the second scan of a pair."),
    seconds(
      "station.question-seconds", \.questionTime, 5...3600,
      "Seconds that a question or confirmation waits for an answer."),
    seconds("station.choice-seconds", \.choiceTime, 5...3600, "Seconds that a list of choices waits for an answer."),
    seconds("station.write-seconds", \.writeTime, 5...3600, "Seconds that a write job waits for its tag."),
    Setting(
      "station.revert-seconds", .seconds(10...86_400, canBeOff: true),
      "Seconds without a scan until a station returns to its default mode (off = never).",
      read: { .optional($0.stations.revertTime?.wholeSeconds) },
      write: { $0.stations.revertTime = $1.number.map { .seconds($0) } }),
    seconds("station.staff-seconds", \.staffTime, 5...3600, "Seconds that a staff card unlocks the staff functions."),
    seconds(
      "station.put-away-seconds", \.putAwayTime, 0...600,
      "Seconds after a return or an addition in which a scanned slot label shelves that copy."),
    seconds(
      "station.again-seconds", \.againTime, 0...600,
      "Seconds in which repeated scans of a copy count as one scan."),
    seconds(
      "station.batch-seconds", \.batchTime, 5...3600, "Seconds from the last return until the batch of returns ends."),
    seconds("station.undo-seconds", \.undoTime, 0...86_400, "Seconds in which a station can undo its last change."),
    seconds(
      "station.together-seconds", \.togetherTime, 0...60,
      "Seconds in which a barcode and a tag count as one copy."),
    Setting(
      "station.pin-tries", .whole(1...100, canBeOff: false), "Number of wrong PINs after which the card is refused.",
      read: { .number($0.stations.pinTries) }, write: { $0.stations.pinTries = $1.number ?? $0.stations.pinTries }),
    seconds(
      "station.pin-lock-seconds", \.pinLockTime, 1...86_400,
      "Seconds that the card is refused after too many wrong PINs."),
    flag(
      "station.staff-pin", \.stations.asksStaffPIN,
      "Request the PIN of a staff card, if it has one."),
    flag(
      "station.moves-tags", \.stations.movesTags,
      "Allow stations to bind a tag of one copy to another, after a confirmation."),
  ]

  private static func seconds(
    _ key: String, _ path: any WritableKeyPath<StationDefaults, Duration> & Sendable, _ range: ClosedRange<Int>,
    _ help: String
  ) -> Setting {
    Setting(
      key, .seconds(range, canBeOff: false), help, read: { .number($0.stations[keyPath: path].wholeSeconds) },
      write: { policy, value in
        if let number = value.number { policy.stations[keyPath: path] = .seconds(number) }
      })
  }
}

extension Duration {
  /// The whole seconds; fractions are dropped.
  fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
