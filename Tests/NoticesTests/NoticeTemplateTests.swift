import Catalogue
import Deadwax
import Execution
import History
import Lending
import Log
import Messages
import Notices
import Readers
import Staff
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(10)))
struct NoticeTemplateTests {
  private func service(_ shelf: NoticeLibrary, _ hastened: Locked<Int> = Locked(0)) -> NoticeService {
    NoticeService(counter: shelf.counter, messages: shelf.words, hasten: { hastened.withLock { $0 += 1 } })
  }

  @Test func `an unknown placeholder and a lone brace are faults that name the placeholders of the kind`() {
    func fault(_ text: String, _ kind: NoticeKind = .holdReady) -> String? {
      NoticeTemplate.fault(of: text, for: kind, atMost: 100)
    }
    #expect(fault("{name}: {title} until {due}, {title}") == nil && fault("No placeholder") == nil)
    #expect(
      fault("{titel}") == "{titel} is not a placeholder of this notice. Use {name}, {title}, {due}.")
    #expect(fault("{title}", .overdue)?.hasSuffix("Use {name}, {items}, {count}.") == true)
    for text in ["{", "{name", "{na{me}}", "{}", "{ name }"] { #expect(fault(text) != nil, "\(text)") }
    #expect(fault("name}")?.contains("no opening brace") == true)
    #expect(fault(" \n")?.contains("empty") == true)
    #expect(fault(String(repeating: "x", count: 101))?.contains("at most 100") == true)
  }

  @Test func `every standard template can be used as it is`() throws {
    let shelf = try NoticeLibrary()
    let views = try service(shelf).templates()
    #expect(views.count == NoticeKind.allCases.count * Language.allCases.count)
    for view in views {
      let template = view.template
      #expect(view.isStandard && view.version == 0)
      for text in [template.subject, template.body] {
        #expect(
          NoticeTemplate.fault(of: text, for: template.id.kind, atMost: 5000) == nil, "\(template.id.text): \(text)")
      }
      #expect(NoticeTemplate.ID(template.id.text) == template.id)
      let sample = try service(shelf).preview(template.id.text, subject: nil, body: nil, isReal: false)
      #expect(sample.isSample && !sample.text.subject.contains("{") && !sample.text.body.contains("{"))
      #expect(sample.text.body.contains("Ada Lovelace") && sample.text.body.contains("Blue Train"))
    }
    #expect(NoticeTemplate.ID("hold-ready.xx") == nil && NoticeTemplate.ID("hold-ready") == nil)
  }

  @Test func `a changed template is sent in its language, in the history, undone, and restored`() throws {
    let shelf = try NoticeLibrary()
    let service = service(shelf)
    let mailer = try shelf.program("mailer", #"cat >> mails"#)
    let reminders = Reminders(
      database: shelf.database, words: shelf.words, library: shelf.library, programs: [.mail: ExternalCommand(mailer)],
      sender: "library@example.org", logger: .silent)
    let first = try service.set(
      "hold-ready.de", subject: "Da: {title}", body: "{name}, bis {due}.\r\n", ifVersion: 0, by: "Chief")
    #expect(first.version == 1 && !first.isStandard && first.template.body == "{name}, bis {due}.\n")
    #expect(throws: StaffError.staleVersion(now: 1)) {
      try service.set("hold-ready.de", subject: "x", body: "y", ifVersion: 0, by: nil)
    }
    _ = try shelf.counter.holds.place(.copy(shelf.copies[2]), for: shelf.zoe, notAfter: nil, by: nil)
    try shelf.recordReturn(shelf.copies[2])
    #expect(try reminders.send() == 1)
    #expect(shelf.text("mails").contains("Subject: Da: Tusk"))
    // The values of the newest notice, in the text of a draft that is not stored.
    let real = try service.preview("hold-ready.de", subject: nil, body: "Nur {title}", isReal: true)
    #expect(real.text.body == "Nur Tusk" && !real.isSample)
    let changes = try shelf.database.read { try $0.changes(of: .noticeTemplate, "hold-ready.de", limit: 9) }
    #expect(changes.count == 1 && changes[0].by == "Chief")
    _ = try UndoService(database: shelf.database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {})
      .undo(changes[0].id, by: .staff("test"))
    #expect(try service.template("hold-ready.de").isStandard)
    _ = try service.set("hold-ready.de", subject: "x", body: "y", ifVersion: nil, by: nil)
    #expect(try service.restore("hold-ready.de", ifVersion: nil, by: nil).isStandard)
    #expect(try service.restore("hold-ready.de", ifVersion: nil, by: nil).isStandard, "it is standard already")
  }

  @Test func `a template with a fault is refused with the field and the reason, and nothing is stored`() throws {
    let shelf = try NoticeLibrary()
    let service = service(shelf)
    for (subject, body, field) in [
      ("{items}", "x", "subject"), ("x", "{items", "body"), ("x\ny", "z", "subject"), ("", "x", "subject"),
    ] {
      do {
        _ = try service.set("hold-ready.en", subject: subject, body: body, ifVersion: nil, by: nil)
        Issue.record("\(subject) \(body) was stored")
      } catch StaffError.badValue(let named, let sentence) {
        #expect(named == field && sentence.hasSuffix("."))
      }
      #expect(throws: StaffError.self) {
        try service.preview("hold-ready.en", subject: subject, body: body, isReal: false)
      }
    }
    #expect(throws: StaffError.noSuchTemplate) { try service.template("hold-ready") }
    #expect(try shelf.database.read { try $0.noticeTemplates() }.isEmpty)
    #expect(try shelf.counter.room.database.read { try $0.changes(limit: 1) }.first?.kind != .setting)
  }

  @Test func `the log has each result, a refused notice is sent again, and the borrower leaves it with the loan`()
    throws
  {
    let shelf = try NoticeLibrary()
    let hastened = Locked(0)
    let service = service(shelf, hastened)
    let mailer = try shelf.program("mailer", #"test -e open || { echo "no route to $1" >&2; exit 75; }"#)
    let reminders = Reminders(
      database: shelf.database, words: shelf.words, library: shelf.library, programs: [.mail: ExternalCommand(mailer)],
      sender: "library@example.org", logger: .silent)
    let loan = try shelf.lend(shelf.copies[0], to: shelf.ada)
    shelf.advance(days: 16)
    #expect(throws: Reminders.NotSent.self) { try reminders.send() }
    func log(_ state: NoticeState? = nil) throws -> [NoticeService.Entry] {
      try service.log(state: state, isOpen: false, borrower: nil, cursor: nil, limit: 9).items
    }
    let refused = try #require(try log(.refused).first)
    #expect(refused.borrower?.id == shelf.ada && refused.loan == loan.id && refused.attempts == 1)
    #expect(refused.reason?.contains("no route to …") == true && refused.way == .mail && refused.kind == .overdue)
    #expect(try log(.sent).isEmpty && log(.unknown).isEmpty && log().count == 1)
    try shelf.folder.write("", to: "open")
    #expect(try service.sendAgain(refused.id).id == refused.id && hastened.withLock { $0 } == 1)
    #expect(try reminders.send() == 1)
    let sent = try #require(try log(.sent).first)
    #expect(sent.sentAt != nil && sent.attempts == 2 && sent.reason == nil)
    #expect(throws: StaffError.isOver) { try service.sendAgain(sent.id) }
    #expect(throws: StaffError.noSuchNotice) { try service.sendAgain("x") }
    #expect(try service.log(state: nil, isOpen: true, borrower: nil, cursor: nil, limit: 9).total == 0)
    #expect(try service.log(state: nil, isOpen: false, borrower: shelf.zoe, cursor: nil, limit: 9).items.isEmpty)
    try shelf.recordReturn(shelf.copies[0])
    _ = try shelf.database.erase(shelf.ada)
    let kept = try #require(try log().first)
    #expect(kept.borrower == nil && kept.release?.title == "Blue Train")
    let stored = try shelf.database.read { reading in
      try reading.all("SELECT coalesce(error, '') || kind || way FROM reminder") { try $0.text(0) }
    }
    #expect(stored == ["overduemail"])
  }
}
