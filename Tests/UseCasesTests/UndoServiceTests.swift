import Deadwax
import Execution
import History
import Lending
import LendingTestSupport
import Log
import Scanning
import Staff
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of undo: at the station, by staff, and refused after later changes.
@Suite(.timeLimit(.minutes(10)))
struct UndoServiceTests {
  let shelf: CasesLibrary

  init() throws { shelf = try CasesLibrary() }

  @Test func `where borrowers serve themselves a station takes back only what was done in the session that is open`()
    throws
  {
    let kiosk = try #require(Station.Name("kiosk"))
    try shelf.set(StationPolicy(home: .checkout, isSelfService: true), of: kiosk)
    try shelf.open(0, at: kiosk)
    try shelf.scan(shelf.code(0), at: kiosk)
    let lent = try lastChange()
    #expect(try shelf.scan(shelf.places.cards[1], at: kiosk).code == .switchBorrower)
    #expect(throws: PolicyRefusal(.nothingToUndo)) { try shelf.undoing.undo(lent.id, by: .station(kiosk)) }
    try shelf.order(.end, at: kiosk)
    #expect(throws: PolicyRefusal(.nothingToUndo)) { try shelf.undoing.undo(lent.id, by: .station(kiosk)) }
    #expect(throws: PolicyRefusal(.notAllowed)) { try shelf.undoing.undo(lent.id, by: .station(.hubStation)) }
    try shelf.open(1, at: kiosk)
    try shelf.scan(shelf.code(1), at: kiosk)
    #expect(try shelf.undoing.undo(lastChange().id, by: .station(kiosk)).kind == .undo)
  }

  private func lastChange() throws -> Change {
    try #require(try shelf.database.read { try $0.changes(limit: 1).first })
  }

  @Test func `a station takes its loan back by a code, and every row is as it was`() throws {
    try shelf.open(0)
    let before = try shelf.database.read { try $0.dump(marks: false) }
    try shelf.scan(shelf.code(0))
    let undone = try shelf.order(.undo)
    #expect(undone.code == .undone && undone.facts.word == "lend")
    #expect(try shelf.database.read { try $0.dump(marks: false) } == before)
    // The screens are informed of the current state.
    #expect(try shelf.count("journal", where: "kind = 'change.undone'") == 1)
    #expect(try shelf.count("journal", where: "kind = 'loan.closed'") == 1)
    // A second undo is a redo, and a third one undoes again.
    for _ in 0..<2 {
      #expect(try shelf.order(.undo).code == .redone)
      #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
      #expect(try shelf.order(.undo).code == .undone)
      #expect(try shelf.count("loan") == 0)
    }
  }

  @Test func `an undone return is a loan again, and is published as open`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    try shelf.order(.return)
    #expect(try shelf.scan(shelf.code(0)).code == .returned)
    #expect(try shelf.act(.undo).outcome?.code == .undone)
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
    let newest = try #require(
      try shelf.database.read { reading in
        try reading.first("SELECT kind FROM journal WHERE kind LIKE 'loan.%' ORDER BY id DESC LIMIT 1") {
          try $0.text(0)
        }
      })
    #expect(newest == "loan.opened")
  }

  @Test func `a return whose copy was lent again is not undone, and names the change`() throws {
    let other = try #require(Station.Name("other"))
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    try shelf.open(1, at: other)
    #expect(try shelf.scan(shelf.code(0), at: other).code == .checkedOut)
    let refused = try shelf.order(.undo)
    #expect(refused.code == .changedSince)
    #expect(refused.facts.word == "lend")
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
  }

  @Test func `a station takes back only its own, and not after its time`() throws {
    let other = try #require(Station.Name("other"))
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    let change = try lastChange()
    #expect(try shelf.order(.undo, at: other).code == .nothingToUndo)
    #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(change.id, by: .station(other)) }
    shelf.advance(.seconds(601))
    #expect(try shelf.order(.undo).code == .nothingToUndo)
    #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(change.id, by: .station(shelf.hubStation)) }
    // Staff have no such limit; their undo can be redone in the same way.
    let undo = try shelf.undoing.undo(change.id, by: .staff("counter"), reason: "wrong person")
    #expect(undo.undoes == change.id && undo.by == "counter")
    #expect(try shelf.count("loan") == 0)
    let redo = try shelf.undoing.undo(undo.id, by: .staff(nil))
    #expect(redo.undoes == undo.id)
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
    #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(undo.id, by: .staff(nil)) }
  }

  @Test func `a self-service borrower undoes only changes of the own session`() throws {
    let kiosk = try #require(Station.Name("kiosk"))
    var policy = StationPolicy(home: .checkout)
    policy.isSelfService = true
    try shelf.set(policy, of: kiosk)
    try shelf.open(0, at: kiosk)
    try shelf.scan(shelf.code(0), at: kiosk)
    try shelf.order(.end, at: kiosk)
    #expect(try shelf.order(.undo, at: kiosk).code == .nothingToUndo)
    try shelf.open(1, at: kiosk)
    #expect(try shelf.order(.undo, at: kiosk).code == .nothingToUndo)
    #expect(try shelf.scan(shelf.code(1), at: kiosk).code == .checkedOut)
    #expect(try shelf.order(.undo, at: kiosk).code == .undone)
    #expect(try shelf.count("loan") == 1)
    // An undone change is on no receipt.
    let session = try #require(try shelf.state(kiosk).session?.id)
    #expect(try shelf.database.read { try $0.lines(of: session) }.isEmpty)
  }

  @Test func `changes for an erased borrower are not undone`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    let lent = try lastChange()
    try shelf.order(.end)
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    let returned = try lastChange()
    let borrower = shelf.places.borrowers[0].id
    #expect(try shelf.database.erase(borrower) != nil)
    for change in [lent, returned] {
      #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(change.id, by: .staff(nil)) }
    }
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 0)
  }

  @Test func `two stations that race for one copy make one loan, and the other gets the reason`() throws {
    let stations = ["one", "two"].compactMap { Station.Name($0) }
    for (number, station) in stations.enumerated() { try shelf.open(number, at: station) }
    let codes = Locked<[Outcome.Code]>([])
    let lanes = stations.map { station in
      DedicatedThread("desk \(station)") { [shelf] in
        guard let outcome = try? shelf.scan(shelf.code(0), at: station) else { return }
        codes.withLock { $0.append(outcome.code) }
      }
    }
    for lane in lanes { lane.join() }
    #expect(Set(codes.withLock { $0 }) == [.checkedOut, .onLoanElsewhere])
    #expect(try shelf.count("loan") == 1)
  }

  @Test func `a change that does not exist cannot be undone`() throws {
    #expect(throws: StaffError.noSuchChange) { try shelf.undoing.undo(.new(at: .now()), by: .staff(nil)) }
    #expect(try shelf.order(.undo).code == .nothingToUndo)
    #expect(try shelf.act(.undo).outcome?.code == .nothingToUndo)
  }

  @Test func `a change describes its effect in words, without names`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    let view = try #require(try shelf.undoing.change(try lastChange().id))
    #expect(view.change.kind == .lend && view.refusal == nil)
    let lines = view.differences.flatMap(\.lines)
    #expect(lines.contains { $0.hasPrefix("due at: 20") })
    #expect(lines.contains("borrower id: a borrower"))
    #expect(view.copy?.id == shelf.places.copies[0].id)
  }

  @Test func `undo twice is redo, and never reaches the change before`() throws {
    try shelf.lend(0, to: 0)
    try shelf.recordReturn(0)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try shelf.count("loan", where: "returned_at IS NOT NULL") == 1 && shelf.count("loan") == 1)
  }

  @Test(arguments: [Copy.Status.lost, .missing, .withdrawn])
  func `an old return is not undone once its copy is unavailable`(_ status: Copy.Status) throws {
    let counter = StaffOperations(database: shelf.database, logger: .silent, zones: SampleZones(), published: {})
    try shelf.lend(0, to: 0)
    try shelf.recordReturn(0)
    let back = try lastChange()
    _ = try counter.copies.change(
      shelf.places.copies[0].id, Copy.Patch { $0.status = status }, ifVersion: nil, by: nil)
    let refusal = #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(back.id, by: .staff(nil)) }
    #expect(refusal?.code == .changedSince && refusal?.word == "copy")
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 0)
  }

  @Test func `a return of a withdrawn copy is undone, and a hold that became ready since prevents it`() throws {
    let counter = StaffOperations(database: shelf.database, logger: .silent, zones: SampleZones(), published: {})
    try shelf.lend(0, to: 0)
    _ = try counter.copies.change(
      shelf.places.copies[0].id, Copy.Patch { $0.status = .withdrawn }, ifVersion: nil, by: nil)
    try shelf.order(.return)
    _ = try shelf.scan(shelf.code(0))
    _ = try shelf.order(.yes)
    _ = try shelf.undoing.undo(lastChange().id, by: .staff(nil))
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 1)

    try shelf.lend(1, to: 0)
    try shelf.recordReturn(1)
    let back = try lastChange()
    try shelf.hold(1, for: 1, isReady: true)
    #expect(throws: PolicyRefusal.self) { try shelf.undoing.undo(back.id, by: .staff(nil)) }
  }
}
