import Deadwax
import Execution
import Log
import Messages
import Notices
import Readers
import Storage
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10)))
struct ReceiptsTests {
  private func receipts(_ shelf: NoticeLibrary, _ printer: ExternalCommand? = nil, ascii: Bool = false) -> Receipts {
    Receipts(
      database: shelf.database, words: shelf.words, library: shelf.library, printer: printer, printsASCII: ascii,
      logger: .silent)
  }

  private func session(_ shelf: NoticeLibrary) throws -> StoredSession.ID {
    let lent = try shelf.lend(shelf.copies[0], to: shelf.zoe)
    let other = try shelf.lend(shelf.copies[1], to: shelf.zoe)
    try shelf.recordReturn(shelf.copies[1])
    return try shelf.session(
      shelf.zoe,
      [
        StoredSession.Line(kind: .lent, loan: lent.id, dueAt: lent.dueAt),
        StoredSession.Line(kind: .returned, loan: other.id, dueAt: nil),
      ])
  }

  @Test func `a receipt lists what was done, in lines that fit on the paper`() throws {
    let shelf = try NoticeLibrary()
    let receipts = receipts(shelf)
    defer { receipts.stop() }
    let id = try session(shelf)
    let text = try receipts.text(of: id)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= Receipt.width })
    #expect(text.contains("Blue Train – John Coltrane, due 4") && text.contains("Köln & <Bremen>"))
    #expect(text.contains("Zoë M.") && !text.contains("Müller"))
    #expect(text.contains("One loan is open."))
    let german = try receipts.text(of: id, language: .german)
    #expect(german != text && german.contains("Blue Train"))
    let page = try receipts.page(of: id)
    #expect(page.contains("Köln &amp; &lt;Bremen&gt;") && !page.contains("<Bremen>"))
    #expect(throws: StaffError.noSuchSession) { try receipts.text(of: .absent) }
  }

  @Test func `a long title is broken between words, and a longer word within`() throws {
    let receipt = Receipt(
      station: .hubStation, at: Timestamp(milliseconds: 0),
      lines: [
        Receipt.Line(
          kind: .lent,
          title: "The Rise and Fall of Ziggy Stardust and the Spiders from Mars \(String(repeating: "x", count: 90))",
          artist: "", number: 1)
      ])
    let words = LanguageTexts(try Messages(folder: Repository.path("www/messages")), language: .english)
    let lines = receipt.text(words).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= Receipt.width })
    #expect(lines.contains { $0.hasSuffix("Ziggy") || $0.hasSuffix("Stardust") })
    #expect(lines.reduce(0) { $0 + $1.filter { $0 == "x" }.count } >= 90)
  }

  @Test func `a printer that knows only ASCII gets the nearest letters`() throws {
    let shelf = try NoticeLibrary()
    let program = try shelf.program("printer", "cat > printed.tmp && mv printed.tmp printed")
    let receipts = receipts(shelf, ExternalCommand(program), ascii: true)
    #expect(receipts.print(try session(shelf)))
    receipts.stop()
    // A print that had begun was completed or abandoned; nothing else was waiting, so it had begun.
    let text = shelf.text("printed")
    #expect(text.isEmpty || text.contains("Koeln & <Bremen>") && text.contains("Zoe M."))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `a printer that hangs or fails blocks no caller, and is reported`() async throws {
    let shelf = try NoticeLibrary()
    let id = try session(shelf)
    let hanging = receipts(
      shelf, ExternalCommand(try shelf.program("hang", "sleep 600"), patience: .milliseconds(400)))
    #expect(hanging.print(id))
    // The station continues meanwhile.
    try shelf.lend(shelf.copies[2], to: shelf.ada)
    let state = try await eventually { hanging.state.failed == 1 ? hanging.state : nil }
    #expect(state.fault?.contains("did not end in time") == true && state.printed == 0)
    hanging.stop()

    let failing = receipts(shelf, ExternalCommand(try shelf.program("fail", "echo no paper; exit 3")))
    #expect(failing.print(id))
    let failed = try await eventually { failing.state.failed == 1 ? failing.state : nil }
    #expect(failed.fault?.contains("no paper") == true)
    failing.stop()

    let missing = receipts(shelf, ExternalCommand("/nowhere/at/all"))
    #expect(missing.print(id))
    _ = try await eventually { missing.state.failed == 1 ? true : nil }
    missing.stop()
    #expect(!receipts(shelf).print(id), "there is no printer")
  }

  @Test func `printed receipts are counted, and an empty session has none`() async throws {
    let shelf = try NoticeLibrary()
    let receipts = receipts(shelf, ExternalCommand(try shelf.program("printer", "cat >> printed")))
    receipts.printEnded(try shelf.session(shelf.ada, []))
    receipts.printEnded(try session(shelf))
    let state = try await eventually { receipts.state.printed == 1 ? receipts.state : nil }
    #expect(state.fault == nil && state.failed == 0)
    receipts.stop()
    #expect(shelf.text("printed").contains("Blue Train"))
    #expect(receipts.state.printed == 1)
  }
}
