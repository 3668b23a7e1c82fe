import Deadwax
import Execution
import Foundation
import Log
import Notices
import Readers
import Staff
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(10)))
struct RemindersTests {
  /// Creates a program that stores each mail in a separate file, and the addresses in one.
  private func keeping(_ shelf: NoticeLibrary) throws -> String {
    try shelf.program("mailer", #"echo "$1" >> addresses; cat > "mail-$(wc -l < addresses)""#)
  }

  private func reminders(_ shelf: NoticeLibrary, _ program: String?) -> Reminders {
    Reminders(
      database: shelf.database, words: shelf.words, library: shelf.library,
      programs: [.mail: program].compactMapValues { $0.map { ExternalCommand($0) } },
      sender: "library@example.org", logger: .silent)
  }

  private func body(_ shelf: NoticeLibrary, _ number: Int) throws -> String {
    let mail = shelf.text("mail-\(number)")
    let parts = mail.split(separator: "\n\n", maxSplits: 1)
    let encoded = try #require(parts.last).filter { !$0.isNewline }
    return String(decoding: try #require(Data(base64Encoded: String(encoded))), as: UTF8.self)
  }

  private func counts(_ shelf: NoticeLibrary) throws -> [String: Int] {
    try shelf.database.read { try $0.reminderCounts() }
  }

  @Test func `loans due soon cause one reminder, in one mail for each borrower in the borrower's language`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try keeping(shelf))
    try shelf.lend(shelf.copies[0], to: shelf.zoe)
    try shelf.lend(shelf.copies[1], to: shelf.zoe)
    try shelf.lend(shelf.copies[2], to: shelf.ada)
    #expect(try reminders.send() == 0)
    shelf.advance(days: 12)
    #expect(try reminders.send() == 3)
    #expect(Set(shelf.text("addresses").split(separator: "\n")) == ["ada@example.org", "zoe@example.org"])
    #expect(try reminders.send() == 0)
    shelf.advance(days: 1)
    #expect(try reminders.send() == 0)
    let mails = try (1...2).map { try body(shelf, $0) }
    let toZoe = try #require(mails.first { $0.contains("Zoë Müller") })
    #expect(toZoe.contains("Blue Train – John Coltrane: ") && toZoe.contains("Köln & <Bremen>"))
    #expect(!toZoe.contains("Tusk") && toZoe.contains("Dezember"))
    #expect(mails.contains { $0.contains("Hello Ada Lovelace") && $0.contains("December") })
    #expect(try counts(shelf) == ["sent": 3])
  }

  @Test func `an overdue loan is reminded of at each of its days, and only of the last that has passed`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try keeping(shelf))
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    try shelf.lend(shelf.copies[1], to: shelf.ada)
    // The hub was off until both were overdue for ten days.
    shelf.advance(days: 25)
    #expect(try reminders.send() == 2)
    #expect(
      try shelf.database.read {
        try $0.all("SELECT DISTINCT stage FROM reminder") { try $0.integer(0) }
      } == [7])
    #expect(try reminders.send() == 0)
    shelf.advance(days: 12)
    try shelf.recordReturn(shelf.copies[0])
    #expect(try reminders.send() == 1)
    shelf.advance(days: 60)
    #expect(try reminders.send() == 0)
  }

  @Test func `returned and claimed loans cause no reminder`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try keeping(shelf))
    let first = try shelf.lend(shelf.copies[0], to: shelf.ada)
    try shelf.lend(shelf.copies[1], to: shelf.ada)
    shelf.advance(days: 16)
    _ = try shelf.counter.loans.claimReturned(first.id, by: nil)
    try shelf.recordReturn(shelf.copies[1])
    #expect(try reminders.send() == 0)
    #expect(shelf.text("addresses").isEmpty)
  }

  @Test func `a return between the claim and the mail is not reminded of`() throws {
    let shelf = try NoticeLibrary()
    // The program that sends the first mail is so slow that the second loan is returned meanwhile.
    let program = try shelf.program(
      "mailer",
      #"echo "$1" >> addresses; test "$1" = zoe@example.org || { touch sending; while [ ! -e back ]; do sleep 0.02; done; }"#
    )
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 0, seconds: 86_400)
    try shelf.lend(shelf.copies[1], to: shelf.zoe)
    shelf.advance(days: 16)
    let reminders = reminders(shelf, program)
    let sent = Later<Int>()
    let thread = Thread { sent.set(Result { try reminders.send() }) }
    thread.start()
    while !FileManager.default.fileExists(atPath: shelf.folder.path("sending")) { usleep(5000) }
    #expect(try counts(shelf).isEmpty, "both are claimed, none is sent")
    #expect(try shelf.database.read { try $0.first("SELECT count(*) FROM reminder") { try $0.integer(0) } } == 2)
    try shelf.recordReturn(shelf.copies[1])
    try shelf.folder.write("", to: "back")
    #expect(try sent.wait().get() == 1)
    #expect(shelf.text("addresses") == "ada@example.org\n")
    #expect(try counts(shelf) == ["sent": 1])
  }

  @Test func `a crash between the claim and the mail does not send it twice, and is reported`() throws {
    let shelf = try NoticeLibrary()
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 16)
    let now = shelf.clock.withLock { $0 }
    // The state that a hub leaves that ends while the program runs.
    let claimed = try shelf.database.write { try $0.claimReminders(.overdue, before: now, stage: 1, limit: 9) }
    #expect(claimed.count == 1)
    let reminders = reminders(shelf, try keeping(shelf))
    #expect(try reminders.send() == 0)
    #expect(shelf.text("addresses").isEmpty)
    #expect(try counts(shelf) == ["unknown": 1])
    shelf.advance(days: 2)
    #expect(try reminders.send() == 0)
    #expect(try counts(shelf) == ["unknown": 1])
  }

  @Test func `a refused mail has three attempts in all`() throws {
    let shelf = try NoticeLibrary()
    let program = try shelf.program("mailer", #"echo "$1" >> addresses; echo "no route to $1" >&2; exit 75"#)
    let reminders = reminders(shelf, program)
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 14, seconds: 46_000)
    #expect(throws: Reminders.NotSent.self) { try reminders.send() }
    #expect(try reminders.send() == 0, "not at once")
    for pause in [4000, 90_000] {
      shelf.advance(days: 0, seconds: pause)
      #expect(throws: Reminders.NotSent.self) { try reminders.send() }
    }
    shelf.advance(days: 1)
    #expect(try reminders.send() == 0)
    #expect(shelf.text("addresses").split(separator: "\n").count == 3)
    #expect(try counts(shelf) == ["refused": 1])
    let error = try shelf.database.read { try $0.first("SELECT error FROM reminder") { try $0.text(0) } }
    #expect(error?.contains("no route to …") == true, "the address is in no record of it")
  }

  @Test func `a program that accepts nothing is abandoned before all is claimed`() throws {
    let shelf = try NoticeLibrary()
    for number in 0..<8 {
      let id = try shelf.counter.borrowers.enrol(
        Borrowers.Enrolment(name: "Borrower \(number)", email: "b\(number)@example.org"), by: nil
      ).borrower.id
      let copy = try shelf.database.write { transaction in
        let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "T", artist: "")
        try transaction.insert(release)
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: 10 + number,
          code: OwnCode(.copy, number: UInt64(100 + number)), addedAt: transaction.now)
        try transaction.insert(copy)
        return copy.id
      }
      try shelf.lend(copy, to: id)
    }
    shelf.advance(days: 16)
    let reminders = reminders(shelf, "/nowhere/at/all")
    #expect(throws: Reminders.NotSent.self) { try reminders.send() }
    #expect(try counts(shelf) == ["refused": 5])
    // The three others were never tried, and are sent as soon as the program exists.
    #expect(try self.reminders(shelf, try keeping(shelf)).send() == 3)
  }

  @Test func `a copy ready for pick-up is announced once`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try keeping(shelf))
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    _ = try shelf.counter.holds.place(.copy(shelf.copies[0]), for: shelf.zoe, notAfter: nil, by: nil)
    #expect(try reminders.send() == 0)
    try shelf.recordReturn(shelf.copies[0])
    #expect(try reminders.send() == 1)
    #expect(try reminders.send() == 0)
    #expect(try body(shelf, 1).contains("Blue Train – John Coltrane"))
  }

  @Test func `without a program nothing is claimed`() throws {
    let shelf = try NoticeLibrary()
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 16)
    #expect(try reminders(shelf, nil).send() == 0)
    #expect(try reminders(shelf, try keeping(shelf)).send() == 1)
  }
}
