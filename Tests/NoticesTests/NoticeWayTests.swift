import Deadwax
import Execution
import Housekeeping
import Log
import Notices
import Readers
import Staff
import Storage
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10)))
struct NoticeWayTests {
  private func reminders(_ shelf: NoticeLibrary, _ programs: [NoticeWay: String]) -> Reminders {
    Reminders(
      database: shelf.database, words: shelf.words, library: shelf.library,
      programs: programs.mapValues { ExternalCommand($0) }, sender: "library@example.org", printsASCII: true,
      logger: .silent)
  }

  private func programs(_ shelf: NoticeLibrary) throws -> [NoticeWay: String] {
    [
      .mail: try shelf.program("mailer", #"echo "$1" >> mailed; cat > /dev/null"#),
      .text: try shelf.program("texter", #"echo "$@" >> texted; cat >> texts"#),
      .print: try shelf.program("printer", #"echo "$#" >> printed; cat >> paper"#),
    ]
  }

  private func enrol(_ shelf: NoticeLibrary, _ name: String, email: String? = nil, phone: String? = nil) throws
    -> Borrower.ID
  {
    try shelf.counter.borrowers.enrol(Borrowers.Enrolment(name: name, email: email, phone: phone), by: nil).borrower.id
  }

  private func use(_ ways: String, _ shelf: NoticeLibrary) throws {
    _ = try shelf.counter.settings.set("reminders.ways", to: ways, by: nil)
  }

  @Test func `the first way that reaches a borrower is chosen`() {
    let all: [NoticeWay] = [.text, .mail, .print]
    #expect(NoticeWay.chosen(from: all, hasMail: true, hasPhone: true) == .text)
    #expect(NoticeWay.chosen(from: all, hasMail: true, hasPhone: false) == .mail)
    #expect(NoticeWay.chosen(from: all, hasMail: false, hasPhone: false) == .print)
    #expect(NoticeWay.chosen(from: [.mail], hasMail: false, hasPhone: true) == nil)
    #expect(NoticeWay.chosen(from: [], hasMail: true, hasPhone: true) == nil)
  }

  @Test func `each borrower is notified in the first possible way, and the log has it`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try programs(shelf))
    let texted = try enrol(shelf, "Grace Hopper", email: "grace@example.org", phone: "+49 30 123-456")
    let printed = try enrol(shelf, "Élise Bär")
    for (copy, borrower) in zip(shelf.copies, [shelf.ada, texted, printed]) { try shelf.lend(copy, to: borrower) }
    shelf.advance(days: 16)
    try use("text, mail", shelf)
    #expect(try reminders.send() == 2, "paper is not among the ways")
    #expect(shelf.text("mailed") == "ada@example.org\n" && shelf.text("texted") == "+4930123456\n")
    #expect(shelf.text("texts").contains("Grace Hopper") && !shelf.text("texts").contains("Subject"))
    try use("text, mail, print", shelf)
    #expect(try reminders.send() == 1)
    let paper = shelf.text("paper")
    #expect(shelf.text("printed") == "0\n" && paper.contains("Elise Baer") && paper.contains("Tusk"))
    #expect(paper.split(separator: "\n").allSatisfy { $0.count <= Receipt.width && $0.utf8.allSatisfy { $0 < 0x80 } })
    let ways = try shelf.database.read { try $0.all("SELECT way FROM reminder ORDER BY way") { try $0.text(0) } }
    #expect(ways == ["mail", "print", "text"])
    #expect(try reminders.send() == 0)
  }

  @Test func `without a way nothing is claimed, and a way without its program is left out`() throws {
    let shelf = try NoticeLibrary()
    let all = try programs(shelf)
    try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 16)
    try use("", shelf)
    #expect(try reminders(shelf, all).send() == 0)
    try use("text, mail", shelf)
    #expect(try reminders(shelf, [.text: all[.text] ?? ""]).send() == 0)
    #expect(try reminders(shelf, all).send() == 1)
    #expect(throws: StaffError.self) { try use("pigeon", shelf) }
    #expect(try shelf.counter.settings.set("reminders.ways", to: "Print, mail, print", by: nil).value == "print, mail")
  }

  @Test func `an expired hold is notified once, soon, unless it was brought back or the setting is off`() throws {
    let shelf = try NoticeLibrary()
    let reminders = reminders(shelf, try programs(shelf))
    for (copy, borrower) in zip(shelf.copies, [shelf.ada, shelf.zoe, shelf.ada]) {
      _ = try shelf.counter.holds.place(.copy(copy), for: borrower, notAfter: nil, by: nil)
      try shelf.recordReturn(copy)
    }
    #expect(try reminders.send() == 3)
    shelf.advance(days: 9)
    #expect(try shelf.counter.expireHolds() == 3)
    _ = try shelf.counter.settings.set("reminders.hold-expired", to: "no", by: nil)
    #expect(try reminders.send() == 0)
    _ = try shelf.counter.settings.set("reminders.hold-expired", to: "yes", by: nil)
    #expect(try reminders.send() == 3)
    #expect(try reminders.send() == 0)
    let kinds = try shelf.database.read { reading in
      try reading.all("SELECT kind FROM reminder WHERE sent_at IS NOT NULL ORDER BY kind") { try $0.text(0) }
    }
    #expect(kinds == Array(repeating: "hold-expired", count: 3) + Array(repeating: "hold-ready", count: 3))
    // Holds that expired while no program was set up are no news any longer.
    _ = try shelf.counter.holds.place(.copy(shelf.copies[0]), for: shelf.ada, notAfter: nil, by: nil)
    try shelf.recordReturn(shelf.copies[0])
    shelf.advance(days: 9)
    #expect(try shelf.counter.expireHolds() == 1)
    shelf.advance(days: 3)
    #expect(try reminders.send() == 0)
  }
}
