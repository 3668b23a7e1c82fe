import Deadwax
import History
import StationLogic
import Storage
import TestSupport
import Testing

/// Tests of the number of returned parts of a box at the station.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct PartsBackTests {
  private func partsBack(_ shelf: CasesLibrary) throws -> Int? {
    try shelf.database.read { try $0.copy(shelf.places.copies[CasesLibrary.box].id)?.loan?.partsBack }
  }

  @Test func `the station stores the number of returned parts, undo removes it, and a replay does the same`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    #expect(try shelf.scan(shelf.code(CasesLibrary.box)).code == .checkedOut)
    try shelf.order(.return)
    shelf.advance(.seconds(60))
    let before = try shelf.database.read { try $0.dump(marks: false) }
    #expect(try shelf.scan(shelf.code(CasesLibrary.box)).code == .partsCheck)
    let reported = try shelf.order(.choice1)
    #expect(reported.code == .partsMissing && reported.facts.partsBack == 1 && reported.facts.parts == 3)
    #expect(try partsBack(shelf) == 1)
    #expect(try shelf.count("journal", where: "kind = 'loan.changed'") == 1)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try partsBack(shelf) == nil)
    #expect(try shelf.database.read { try $0.dump(marks: false) } == before)
    // Counted again, the loan stays open for the rest; the same number twice is no change.
    let changes = try shelf.count("change")
    for _ in 1...2 {
      shelf.advance(.seconds(60))
      #expect(try shelf.scan(shelf.code(CasesLibrary.box)).code == .partsCheck)
      #expect(try shelf.order(.choice2).code == .partsMissing)
    }
    #expect(try partsBack(shelf) == 2)
    #expect(try shelf.count("change") == changes + 1)
    shelf.advance(.seconds(60))
    try shelf.scan(shelf.code(CasesLibrary.box))
    #expect(try shelf.order(.yes).code == .returned)
    #expect(try shelf.database.read { try $0.copy(shelf.places.copies[CasesLibrary.box].id)?.loan } == nil)
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.firstDifference == nil && report.events >= 12, "\(report)")
  }
}
