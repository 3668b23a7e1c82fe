import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing

/// Tests of unknown codes at a station with a real database.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct InboxScanTests {
  let shelf: CasesLibrary
  /// A commercial number, and an in-store number of a shop; both are unknown.
  private let barcode = "5018775901236"
  private let shopCode = "2112345000015"

  init() throws { shelf = try CasesLibrary() }

  private func target(_ value: String, _ kind: Code.Class = .gtin) throws -> CodeTarget? {
    try shelf.database.read { try $0.target(of: Code.Key(class: kind, value: value)) }
  }

  @Test func `the note of an unknown code prevents no undo`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    #expect(try shelf.scan("an unknown code").code == .unknownCode)
    #expect(try shelf.view().undo?.change.kind == .lend)
    let undone = try shelf.order(.undo)
    #expect(undone.code == .undone && undone.facts.word == "lend")
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 0)
    #expect(try shelf.count("inbox", where: "state = 'open'") == 1)
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
  }

  @Test(arguments: [(1, Outcome.Code.lookingUp), (2, .claimed), (3, .forgotten)])
  func `a decision about an unknown code is undone like any change`(
    number: Int, code: Outcome.Code
  ) throws {
    try shelf.order(.inbox)
    try shelf.scan(shelf.code(CasesLibrary.alone))
    #expect(try shelf.scan(barcode).code == .inboxItem)
    let before = try shelf.database.read { try $0.dump(marks: false) }
    #expect(try shelf.act(.pick(number)).outcome?.code == code)
    #expect(try shelf.count("inbox", where: "state = 'open'") == 0)
    #expect(try shelf.view().undo != nil)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.database.read { try $0.dump(marks: false) } == before)
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try shelf.count("inbox", where: "state = 'open'") == 0)
  }

  @Test func `a commercial number is claimed for the release of the copy in the hand, anything else for the copy`()
    throws
  {
    let copy = shelf.places.copies[CasesLibrary.alone]
    try shelf.order(.inbox)
    for code in [barcode, shopCode, "a label of old"] {
      try shelf.scan(copy.code)
      #expect(try shelf.scan(code).code == .inboxItem)
      #expect(try shelf.act(.pick(2)).outcome?.code == .claimed, "\(code)")
    }
    #expect(try target(barcode) == .release(copy.release))
    #expect(try target(shopCode) == .release(copy.release))
    #expect(try target("a label of old", .text) == .copy(copy.id))
    try shelf.order(.lookup)
    #expect(try shelf.scan(barcode).release == copy.release)
  }
}
