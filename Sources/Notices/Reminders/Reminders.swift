package import Deadwax
package import Lending
package import Log
package import Messages
package import Readers
package import Storage

/// Notices to borrowers about loans that are due soon or overdue, and about holds that are ready or have expired. Each
/// goes to a program of the library: as a mail, as a text message, or on paper.
///
/// Each reminder is claimed in the database before it is handed over, so that it is sent at most once. After a
/// crash in between its state is unknown; it is reported as unknown and not sent again. A reminder is dropped if the
/// copy was returned meanwhile. A notice that the program refuses is retried, with three attempts in all.
package final class Reminders: Sendable {
  let database: Database
  let words: Messages
  let library: @Sendable (any Queryable) throws -> LibraryPolicy
  let programs: [NoticeWay: ExternalCommand]
  let sender: String
  let printsASCII: Bool
  let logger: Logger

  /// The pauses after the refusals of a notice; after the last one it is abandoned.
  static let pauses: [Duration] = [.seconds(3600), .seconds(86_400)]
  /// The number of reminders that are claimed at once: the largest number whose state is unknown after a crash.
  private static let atOnce = 20
  /// The number of consecutive refusals after which the program itself counts as faulty, and no more reminders are
  /// claimed.
  private static let patience = 5
  /// The time after which a hold that has expired is no longer notified: the borrower has noticed.
  private static let expiryTime = Duration.seconds(2 * 86_400)

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - words: the message catalogue.
  ///   - library: returns the library policy.
  ///   - programs: the programs by way. That of `mail` reads a mail from its standard input, with the address as its only
  ///     argument; that of `text` reads a text, with the telephone number; that of `print` reads a text. A notice is
  ///     claimed only if there is a program for one of the library's ways.
  ///   - sender: the sender's address of the mails.
  ///   - printsASCII: true if the printer supports only ASCII characters.
  ///   - logger: logs notices that are not sent, without names.
  package init(
    database: Database, words: Messages, library: @escaping @Sendable (any Queryable) throws -> LibraryPolicy,
    programs: [NoticeWay: ExternalCommand], sender: String, printsASCII: Bool = false, logger: Logger
  ) {
    self.database = database
    self.words = words
    self.library = library
    self.programs = programs
    self.sender = sender
    self.printsASCII = printsASCII
    self.logger = logger
  }

  /// The error for a program that accepts no notices.
  package struct NotSent: Error, CustomStringConvertible {
    package let description: String
  }

  /// Sends the reminders that are due now. Use it on one lane at a time, which it blocks.
  ///
  /// - Returns: the number of reminders that were sent.
  /// - Throws: `NotSent` if a program accepts no notices, or a `StorageError`.
  package func send() throws -> Int {
    guard !programs.isEmpty else { return 0 }
    var run = Run()
    let lost = try database.write { try $0.noteLostReminders(error: "The hub ended before the result was known.") }
    if lost > 0 { logger.warning("it is unknown whether \(lost) reminders were sent; they are not sent again") }
    try sendUnsent(&run)
    let (library, now) = try database.read { (try self.library($0), $0.now) }
    run.ways = library.reminders.ways.filter { programs[$0] != nil }
    guard !run.ways.isEmpty else { return try finish(run) }
    if library.reminders.isExpiryNoticed { try claim(.holdExpired, before: now + .milliseconds(1), &run) }
    try claim(.holdReady, before: now + .milliseconds(1), &run)
    for days in library.reminders.overdueDays.sorted(by: >) where days > 0 {
      // A loan that is due at the end of a day is overdue for one day as soon as the next begins.
      try claim(.overdue, before: now + .seconds(-(days - 1) * 86_400), stage: days, &run)
    }
    if let end = LendingPolicy(library: library, station: StationPolicy()).dueSoonEnd(at: now) {
      try claim(.dueSoon, before: end, &run)
    }
    return try finish(run)
  }

  private func finish(_ run: Run) throws -> Int {
    if run.sent == 0, let fault = run.fault { throw NotSent(description: fault) }
    return run.sent
  }

  private struct Run {
    /// The ways that can be used now.
    var ways: [NoticeWay] = []
    var sent = 0
    var refusedInARow = 0
    /// The last message of the program when it refused a mail, without the address.
    var fault: String?
  }

  private func sendUnsent(_ run: inout Run) throws {
    for (tries, pause) in Self.pauses.enumerated() {
      let failed = try database.read {
        try $0.failedReminders(tried: tries + 1, before: $0.now + (.zero - pause), limit: 200)
      }
      for reminder in failed where run.refusedInARow < Self.patience {
        if try database.write({ try $0.claimAgain(reminder.id) }) { try deliver([reminder], &run) }
      }
    }
  }

  private func claim(_ kind: Reminder.Kind, before time: Timestamp, stage: Int = 0, _ run: inout Run) throws {
    while true {
      let ways = run.ways
      let claimed = try database.write {
        // The borrower of a loan from the last 24 hours knows its due time.
        try $0.claimReminders(
          kind, before: time, stage: stage, lentBefore: kind == .dueSoon ? $0.now + .seconds(-86_400) : nil,
          endedAfter: $0.now + (.zero - Self.expiryTime), by: ways, limit: Self.atOnce)
      }
      try deliver(claimed, &run)
      if claimed.count < Self.atOnce { return }
    }
  }

  /// Sends one notice for all loans of one borrower, one kind and one way; each hold has a notice of its own.
  private func deliver(_ claimed: [Reminder], _ run: inout Run) throws {
    var letters: [[Reminder]] = []
    for reminder in claimed {
      let place = letters.firstIndex {
        $0[0].borrower == reminder.borrower && $0[0].kind == reminder.kind && $0[0].way == reminder.way
          && reminder.hold == nil
      }
      if let place { letters[place].append(reminder) } else { letters.append([reminder]) }
    }
    for (index, letter) in letters.enumerated() {
      guard run.refusedInARow < Self.patience else {
        let rest = letters[index...].flatMap(\.self)
        // They were claimed and not handed over, so they are released.
        try database.write { for reminder in rest { try $0.withdraw(reminder.id) } }
        throw NotSent(description: run.fault ?? "notices are refused")
      }
      try deliver(letter: letter, &run)
    }
  }

  private func deliver(letter: [Reminder], _ run: inout Run) throws {
    // The last check before it is sent: a copy may have been returned since its reminder was claimed.
    let (due, ready) = try database.read { reading in
      let due = try letter.filter { try reading.isStillDue($0) }
      return (due, try self.letter(about: due, in: reading))
    }
    let idle = letter.filter { !due.contains($0) }
    if !idle.isEmpty { try database.write { for reminder in idle { try $0.withdraw(reminder.id) } } }
    guard let ready, let program = programs[letter[0].way] else {
      try database.write {
        for reminder in due { try $0.noteFailed(reminder.id, error: "There is no usable address.") }
      }
      return
    }
    let result = program.run(ready.input, ready.address)
    let said = ready.address.reduce(result.said) { $0.replacing($1, with: "…") }
    try database.write { transaction in
      for reminder in due {
        switch result {
        case .done: try transaction.noteSent(reminder.id)
        case .refused: try transaction.noteFailed(reminder.id, error: said)
        case .unknown: try transaction.noteUnknown(reminder.id, error: said)
        }
      }
    }
    if result.isDone {
      run.sent += due.count
      run.refusedInARow = 0
    } else {
      run.refusedInARow += 1
      run.fault = said
    }
  }
}
