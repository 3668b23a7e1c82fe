import Deadwax
import Execution
import Log
import Notices
import Readers
import Staff
import Storage
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(10)))
struct HoldSlipTests {
  private func receipts(_ shelf: NoticeLibrary, _ printer: String? = nil) -> Receipts {
    Receipts(
      database: shelf.database, words: shelf.words, library: shelf.library,
      printer: printer.map { ExternalCommand($0) },
      printsASCII: false, logger: .silent)
  }

  private func readyHold(_ shelf: NoticeLibrary) throws -> Hold.ID {
    let hold = try shelf.counter.holds.place(.copy(shelf.copies[1]), for: shelf.zoe, notAfter: nil, by: nil).hold.id
    try shelf.recordReturn(shelf.copies[1])
    return hold
  }

  @Test func `a slip has the short name, the record and the last day, and nothing else about the borrower`() throws {
    let shelf = try NoticeLibrary()
    let receipts = receipts(shelf)
    defer { receipts.stop() }
    let hold = try readyHold(shelf)
    let text = try receipts.slipText(of: hold)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= Receipt.width })
    for part in ["On hold for", "Zoë M.", "Köln & <Bremen>", "Copy 2", "Pick up by 27 November 2026"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("Müller") && !text.contains("zoe@"))
    let page = try receipts.slipPage(of: hold)
    #expect(
      page.contains("<h1>Zoë M.</h1>") && page.contains("Köln &amp; &lt;Bremen&gt;") && !page.contains("<Bremen>"))
    #expect(!receipts.printSlip(of: hold), "there is no printer")
  }

  @Test func `a hold without a ready copy has no slip`() throws {
    let shelf = try NoticeLibrary()
    let receipts = receipts(shelf)
    defer { receipts.stop() }
    let waiting = try shelf.counter.holds.place(.copy(shelf.copies[0]), for: shelf.ada, notAfter: nil, by: nil).hold.id
    #expect(throws: StaffError.notReady) { try receipts.slip(of: waiting) }
    #expect(throws: StaffError.noSuchHold) { try receipts.slip(of: .absent) }
  }

  @Test func `a slip is printed by the printer of receipts`() async throws {
    let shelf = try NoticeLibrary()
    let receipts = receipts(shelf, try shelf.program("printer", "cat > printed.tmp && mv printed.tmp printed"))
    defer { receipts.stop() }
    #expect(receipts.printSlip(of: try readyHold(shelf)))
    try await eventually { receipts.state.printed == 1 }
    #expect(shelf.text("printed").contains("Zoë M."))
  }
}
